import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@app/shared/base/errors.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { recordAudit, type AuditEvent } from '../accounts/audit-queries.ts';
import { seesAllAccounts } from '../accounts/queries.ts';
import { settingsOf } from '../judging/settings/stored-settings.ts';
import { loadSettings } from '../judging/settings/settings-queries.ts';
import { allowedText } from './allowed-text.ts';
import { refuseOvertaken } from './refuse-overtaken.ts';
import { judgeAgainAt, saveSettings } from './settings-queries.ts';

type SettingsContext = Pick<Context, 'db' | 'clock'>;
type Settings = Record<string, unknown>;

export async function getSettings(ctx: SettingsContext, actor: Actor, type: string): Promise<Settings> {
  const watchdog = knownWatchdog(type);
  const stored = await ctx.db.tenant(actor.tenantId, (tx) => loadSettings(tx, actor.tenantId));
  return settingsOf(watchdog, stored.get(type));
}

const notAllowed =
  'Only the account owner and users who see all seller accounts may change these settings. Please ask the owner';

interface Change {
  readonly type: string;
  readonly settings: Settings;
}

/** Replaces the settings of a kind. */
export async function putSettings(ctx: SettingsContext, actor: Actor, { type, settings }: Change): Promise<Settings> {
  const watchdog = knownWatchdog(type);
  const parsed = parseSettings(watchdog, settings);
  return store(ctx, actor, { watchdog, settingsAfter: () => parsed });
}

/** Changes some settings of a kind, unless somebody else has changed one of them since the caller saw them. */
export async function changeSettings(
  ctx: SettingsContext,
  actor: Actor,
  { type, settings, seen }: Change & { readonly seen: Settings },
): Promise<Settings> {
  const watchdog = knownWatchdog(type);
  const settingsAfter = (before: Settings): Settings => {
    const after = parseSettings(watchdog, { ...before, ...settings });
    refuseOvertaken(before, { settings, seen });
    return after;
  };
  return store(ctx, actor, { watchdog, settingsAfter });
}

interface Save {
  readonly watchdog: Watchdog;
  readonly settingsAfter: (before: Settings) => Settings;
}

/**
 * Saves settings of a kind. They apply to every seller account, so the caller must be allowed to see all accounts. They
 * may change every verdict of the kind, so its items are judged again with their current facts. The version of the
 * world lets one save after the other read what is stored.
 */
async function store(ctx: SettingsContext, actor: Actor, { watchdog, settingsAfter }: Save): Promise<Settings> {
  const { type } = watchdog;
  return ctx.db.tenant(actor.tenantId, async (tx) => {
    if (!(await seesAllAccounts(tx, actor))) throw new AppError('forbidden', { text: notAllowed });
    await judgeAgainAt(tx, actor.tenantId, { type, at: ctx.clock.now() });
    const version = await nextWorldVersion(tx, actor.tenantId);
    const before = settingsOf(watchdog, (await loadSettings(tx, actor.tenantId)).get(type));
    const after = settingsAfter(before);
    await saveSettings(tx, actor.tenantId, { type, settings: after, version });
    const details = differencesOf(watchdog, before, after);
    if (Object.keys(details).length > 0) await recordAudit(tx, [settingsEvent(ctx, actor, { watchdog, details })]);
    return after;
  });
}

/** Returns the changed settings by the label that people see. */
const differencesOf = ({ panel }: Watchdog, before: Settings, after: Settings): Settings =>
  Object.fromEntries(
    Object.keys(after)
      .filter((name) => !isDeepStrictEqual(before[name], after[name]))
      .map((name) => [panel[name]?.label ?? name, { from: before[name], to: after[name] }]),
  );

const settingsEvent = (
  { clock }: SettingsContext,
  { tenantId, email }: Actor,
  { watchdog, details }: { readonly watchdog: Watchdog; readonly details: Settings },
): AuditEvent => ({
  tenantId,
  at: clock.now(),
  actor: email,
  action: 'watchdog settings changed',
  subject: watchdog.title,
  details,
});

function parseSettings(watchdog: Watchdog, settings: Settings): Settings {
  const unknown = Object.keys(settings).filter((name) => !Object.hasOwn(watchdog.settings.shape, name));
  if (unknown.length > 0) {
    throw new AppError('badRequest', { text: `${watchdog.title} has no setting named ${unknown.join(', ')}` });
  }
  const parsed = watchdog.settings.safeParse(settings);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path[0]);
  const schema = watchdog.settings.shape[name];
  const label = watchdog.panel[name]?.label ?? name;
  const allowed = schema ? `: allowed is ${allowedText(schema)}` : '';
  throw new AppError('badRequest', { text: `"${label}" is not possible${allowed}` });
}

function knownWatchdog(type: string): Watchdog {
  const watchdog = watchdogOf(type);
  if (!watchdog) throw new AppError('notFound', { text: `There is no watchdog of the type ${type}` });
  return watchdog;
}
