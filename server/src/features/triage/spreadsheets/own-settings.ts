import { AppError } from '@app/shared/base/errors.ts';
import { defaultsFor, withDefaults } from '@app/shared/watchdogs/model/default-settings.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { itemIdOf } from '@app/shared/watchdogs/model/item-id.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import { nextWorldVersion } from '../../../lib/db/world-version.ts';
import { recordAudit } from '../../accounts/audit-queries.ts';
import { listDefaults } from '../../judging/settings/default-queries.ts';
import { ownSettingsOf } from '../../judging/settings/stored-settings.ts';
import { refuseOvertaken, type SeenChange } from '../refuse-overtaken.ts';
import { parseOwnSettings, refuseContradiction } from './parse-own-settings.ts';
import { columnDifferences } from './setting-columns.ts';
import { findHeir, findItemSettings, lockForSettings, saveItemSettings } from './spreadsheet-queries.ts';

type Settings = Readonly<Record<string, unknown>>;
type OwnContext = Pick<Context, 'db' | 'clock'>;

interface OwnSettings {
  readonly type: string;
  readonly productId: string;
}

/**
 * Sets a product's own settings of a kind, as one row of the kind's spreadsheet does. Settings equal to those of a
 * product that was never set are not stored. Together with the defaults of the product's brand and seller account the
 * settings must not contradict each other.
 */
export function putOwnSettings(
  ctx: OwnContext,
  actor: Actor,
  { type, productId, settings }: OwnSettings & { readonly settings: Settings },
): Promise<Settings> {
  const watchdog = knownWatchdog(type);
  const parsed = parseOwnSettings(watchdog, settings);
  return store(ctx, actor, { watchdog, productId, settingsAfter: () => parsed });
}

/** Changes some of these settings, unless somebody else has changed one of them since the caller saw them. */
export function changeOwnSettings(
  ctx: OwnContext,
  actor: Actor,
  { type, productId, ...change }: OwnSettings & SeenChange,
): Promise<Settings> {
  const watchdog = knownWatchdog(type);
  const settingsAfter = (before: Settings): Settings => {
    const after = parseOwnSettings(watchdog, { ...before, ...change.settings });
    refuseOvertaken(before, change);
    return after;
  };
  return store(ctx, actor, { watchdog, productId, settingsAfter });
}

function knownWatchdog(type: string): Watchdog {
  const watchdog = watchdogOf(type);
  if (!watchdog?.spreadsheet) throw new AppError('notFound');
  return watchdog;
}

interface Save {
  readonly watchdog: Watchdog;
  readonly productId: string;
  readonly settingsAfter: (before: Settings) => Settings;
}

async function store(ctx: OwnContext, actor: Actor, { watchdog, productId, settingsAfter }: Save): Promise<Settings> {
  const { type } = watchdog;
  const { tenantId } = actor;
  const itemId = itemIdOf(type, productId);
  return ctx.db.tenant(tenantId, async (tx) => {
    const heir = await findHeir(tx, actor, productId);
    if (!heir) throw new AppError('notFound');
    await lockForSettings(tx, tenantId, [itemId]);
    const version = await nextWorldVersion(tx, tenantId);
    // Writers of settings take turns from here on, so that neither these settings nor a default changes after it was
    // read.
    const before = ownSettingsOf(watchdog, await findItemSettings(tx, tenantId, itemId));
    const data = settingsAfter(before);
    const defaults = (await listDefaults(tx, actor)).filter((one) => one.type === type);
    refuseContradiction(watchdog, withDefaults(data, defaultsFor(defaults, heir)));
    const isDefault = JSON.stringify(data) === JSON.stringify(ownSettingsOf(watchdog, null));
    const item = { itemId, productId, settings: isDefault ? null : data };
    const at = ctx.clock.now();
    await saveItemSettings(tx, { tenantId, type, items: [item], at, version });
    const details = columnDifferences(watchdog, before, data);
    if (Object.keys(details).length === 0) return data;
    const subject = `${watchdog.title}, ${heir.name}`;
    await recordAudit(tx, [{ tenantId, at, actor: actor.email, action: 'thresholds changed', subject, details }]);
    return data;
  });
}
