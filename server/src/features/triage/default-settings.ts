import { AppError } from '@app/shared/base/errors.ts';
import {
  defaultsFor,
  namesWithDefault,
  withDefaults,
  type DefaultSettings,
} from '@app/shared/watchdogs/model/default-settings.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { recordAudit } from '../accounts/audit-queries.ts';
import {
  findBrand,
  judgeHeirsAgain,
  listDefaults,
  saveDefaults,
  type DefaultsOfKind,
} from '../judging/settings/default-queries.ts';
import { refuseOvertaken } from './refuse-overtaken.ts';
import { parseOwnSettings, refuseContradiction } from './spreadsheets/parse-own-settings.ts';
import { columnDifferences } from './spreadsheets/setting-columns.ts';

type Settings = Readonly<Record<string, unknown>>;

/**
 * Changes default thresholds of a seller account or one of its brands, and returns the thresholds that are set
 * afterwards. They apply to products without thresholds of their own, which are judged again with their current facts.
 * If two people change two thresholds at the same time, both changes are kept. Nothing is saved if one of them differs
 * from what the caller saw. Everybody who sees the seller account may change them.
 */
export async function changeDefaultSettings(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  wanted: DefaultsOfKind & { readonly seen?: Settings | undefined },
): Promise<Settings> {
  const watchdog = watchdogOf(wanted.type);
  if (!watchdog?.spreadsheet) throw new AppError('notFound');
  const { type, sellerId, brand } = wanted;
  const { tenantId } = actor;
  return ctx.db.tenant(tenantId, async (tx) => {
    const place = await findBrand(tx, actor, wanted);
    if (!place) throw new AppError('notFound');
    const isRemoval = Object.values(wanted.settings).every((value) => value === null);
    if (brand !== null && !place.hasBrand && !isRemoval) {
      throw new AppError('badRequest', {
        text: 'No product of this seller account has this brand. Please choose another one',
      });
    }
    const at = ctx.clock.now();
    await judgeHeirsAgain(tx, tenantId, { type, sellerId, brand, at });
    const version = await nextWorldVersion(tx, tenantId);
    const known = await listDefaults(tx, actor);
    const before = known.find((one) => one.type === type && one.sellerId === sellerId && one.brand === brand)?.settings;
    const settings = parseDefaults(watchdog, { ...before, ...wanted.settings });
    if (wanted.seen) refuseOvertaken(fullOf(watchdog, before), { settings: wanted.settings, seen: wanted.seen });
    const ofKind = known.filter((one) => one.type === type && one.sellerId === sellerId);
    refuseConflict(watchdog, { before: ofKind, changed: { sellerId, brand, settings } });
    await saveDefaults(tx, tenantId, { type, sellerId, brand, settings, version });
    const details = columnDifferences(watchdog, before ?? {}, settings);
    if (Object.keys(details).length === 0) return settings;
    const subject = `${watchdog.title}, ${brand === null ? place.name : `${brand} at ${place.name}`}`;
    await recordAudit(tx, [
      { tenantId, at, actor: actor.email, action: 'default thresholds changed', subject, details },
    ]);
    return settings;
  });
}

/** Returns every threshold that can have a default; `null` for one that has none. */
const fullOf = (watchdog: Watchdog, settings: Settings = {}): Settings =>
  Object.fromEntries(namesWithDefault(watchdog).map((name) => [name, settings[name] ?? null]));

/** Returns the thresholds that are set. A setting that every product has itself cannot have a default. */
function parseDefaults(watchdog: Watchdog, settings: Settings): Settings {
  const names = namesWithDefault(watchdog);
  const unknown = Object.keys(settings).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new AppError('badRequest', { text: `${watchdog.title} has no default of ${unknown.join(', ')}` });
  }
  const parsed = parseOwnSettings(watchdog, settings);
  refuseContradiction(watchdog, parsed);
  return Object.fromEntries(names.flatMap((name) => (parsed[name] === null ? [] : [[name, parsed[name]]])));
}

interface ChangedDefaults {
  /** The defaults of the kind in the seller account before the change. */
  readonly before: readonly DefaultSettings[];
  readonly changed: DefaultSettings;
}

/**
 * Refuses a default of a brand that contradicts what the brand inherits from its seller account, and a default of a
 * seller account that contradicts one of its brands: no product of the brand would get the warning before the alert.
 * Brands that contradict their account already do not hinder a change.
 */
function refuseConflict(watchdog: Watchdog, { before, changed }: ChangedDefaults): void {
  const after = [...before.filter(({ brand }) => brand !== changed.brand), changed];
  for (const { sellerId, brand } of after) {
    if (brand === null) continue;
    const conflictIn = (defaults: readonly DefaultSettings[]) =>
      watchdog.findContradiction(withDefaults({}, defaultsFor(defaults, { sellerId, brand })));
    const found = conflictIn(after);
    if (!found || (changed.brand !== brand && conflictIn(before))) continue;
    throw new AppError('badRequest', {
      text: `With the default of the seller account, the warning of the brand ${brand} contradicts its alert: ${found.rule}`,
    });
  }
}
