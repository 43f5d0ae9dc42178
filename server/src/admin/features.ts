import { groupStatus } from '@app/shared/domain/issue-status.ts';
import { watchdogOf, watchdogs } from '@app/shared/watchdogs/registry.ts';
import { recordAudit } from '../features/accounts/audit-queries.ts';
import { loadTenantFeatures, saveTenantFeatures } from '../features/judging/settings/tenant-features-queries.ts';
import { groupStatusOf, isSuppressed, type TenantFeatures } from '../features/judging/settings/tenant-features.ts';
import { nextWorldVersion } from '../lib/db/world-version.ts';
import { InvalidCommand, type AdminCommand, type OperatorContext } from './command.ts';
import { forEachTenant, refuseFailed, type Reach } from './each-tenant.ts';
import { countedTenants, findTenants, onlyTenantOf, tenantOptions } from './find-tenants.ts';
import { recordCommand, scopeOf } from './record-act.ts';
import { alertTypeOf } from '@app/shared/watchdogs/model/define.ts';

interface Change {
  readonly tenantIds: readonly string[];
  change(before: TenantFeatures): TenantFeatures;
  /** The entry of the audit trail that the owner reads. */
  readonly auditEntry: { readonly action: string; readonly subject: string };
}

/** Raises the version first: its row lock keeps two operators from overwriting each other's change. */
function changeFeatures(ctx: OperatorContext, { tenantIds, change, auditEntry }: Change): Promise<Reach> {
  return forEachTenant(ctx, tenantIds, (tenantId) =>
    ctx.db.tenant(tenantId, async (tx) => {
      await nextWorldVersion(tx, tenantId);
      const after = change(await loadTenantFeatures(tx, tenantId));
      await saveTenantFeatures(tx, tenantId, { ...after, epoch: ctx.random.uuid() });
      await recordAudit(tx, [{ tenantId, at: ctx.clock.now(), actor: 'operator', ...auditEntry }]);
    }),
  );
}

interface ChangedKinds {
  readonly tenantIds: readonly string[];
  readonly types: readonly string[];
}

/** Locks watchdogs that the plans of these tenants do not include, or unlocks them. */
export const setLocked = (
  ctx: OperatorContext,
  { tenantIds, types, isLocked }: ChangedKinds & { readonly isLocked: boolean },
): Promise<Reach> =>
  changeFeatures(ctx, {
    tenantIds,
    change: (before) => {
      const others = before.suppressedTypes.filter((type) => !types.includes(type));
      return { ...before, suppressedTypes: isLocked ? [...others, ...types] : others };
    },
    auditEntry: { action: isLocked ? 'watchdogs locked' : 'watchdogs unlocked', subject: titlesOf(types) },
  });

/** Turns watchdogs on, tries them out or hides them. */
export const setGroupStatus = (
  ctx: OperatorContext,
  { tenantIds, types, status }: ChangedKinds & { readonly status: number },
): Promise<Reach> =>
  changeFeatures(ctx, {
    tenantIds,
    change: (before) => ({ ...before, groupStatuses: withStatus(before.groupStatuses, types, status) }),
    auditEntry: { action: `watchdogs ${wordOf(status)}`, subject: titlesOf(types) },
  });

export const suppress: AdminCommand = {
  name: 'suppress',
  words: 'TYPE …',
  help: 'Locks watchdogs that the plan of a tenant does not include: a grey card, no items and no mails',
  options: { ...tenantOptions, undo: { help: 'unlocks them again' } },
  async run(ctx, given) {
    const types = watchdogTypes(given.words);
    const isUndone = given.options['undo'] === true;
    const tenantIds = await findTenants(ctx, given);
    const change = isUndone ? 'unlock' : 'lock';
    await recordCommand(ctx, ctx.db.global, actOfKinds({ types, change }, onlyTenantOf(given, tenantIds)));
    const reach = await setLocked(ctx, { tenantIds, types, isLocked: !isUndone });
    ctx.print(`${isUndone ? 'Unlocked' : 'Locked'} for ${countedTenants(reach.tenants)}: ${types.join(', ')}.`);
    refuseFailed(reach);
  },
};

const statuses: Readonly<Record<string, number>> = {
  on: groupStatus.on,
  preview: groupStatus.preview,
  hidden: groupStatus.hidden,
  [groupStatus.on]: groupStatus.on,
  [groupStatus.preview]: groupStatus.preview,
  [groupStatus.hidden]: groupStatus.hidden,
};

export const setStatus: AdminCommand = {
  name: 'status',
  words: 'on|preview|hidden TYPE …',
  help: 'Tries watchdogs out (preview, 20: shown, counted nowhere, mails nobody) or hides them (hidden, 21)',
  options: tenantOptions,
  async run(ctx, given) {
    const [named = '', ...words] = given.words;
    const status = Object.hasOwn(statuses, named) ? statuses[named] : undefined;
    if (status === undefined) throw new InvalidCommand(`“${named}” is no status: on, preview (20) or hidden (21).`);
    const types = watchdogTypes(words);
    const tenantIds = await findTenants(ctx, given);
    const change = nameOf(status);
    await recordCommand(ctx, ctx.db.global, actOfKinds({ types, change }, onlyTenantOf(given, tenantIds)));
    const reach = await setGroupStatus(ctx, { tenantIds, types, status });
    ctx.print(`Set to ${status} for ${countedTenants(reach.tenants)}: ${types.join(', ')}.`);
    refuseFailed(reach);
  },
};

interface KindsChange {
  readonly types: readonly string[];
  /** The change in the words of the page /operator. */
  readonly change: string;
}

/** The record of a change of watchdogs for one tenant, or for all if `tenantId` is `null`. */
export const actOfKinds = ({ types, change }: KindsChange, tenantId: string | null) => ({
  action: `watchdogs: ${change}`,
  subject: `${types.join(', ')} (${scopeOf(tenantId)})`,
  tenantId,
});

const nameOf = (status: number): string =>
  Object.entries(groupStatus).find(([, one]) => one === status)?.[0] ?? String(status);

const titlesOf = (types: readonly string[]): string => types.map((type) => watchdogOf(type)?.title ?? type).join(', ');

const wordOf = (status: number): string =>
  status === groupStatus.on ? 'turned on' : status === groupStatus.preview ? 'tried out' : 'hidden';

/** Returns the statuses with these types set. A type that is normally on has no entry. */
function withStatus(before: TenantFeatures['groupStatuses'], types: readonly string[], status: number) {
  const others = Object.entries(before).filter(([type]) => !types.includes(type));
  const set = status === groupStatus.on ? [] : types.map((type) => [type, status] as const);
  return Object.fromEntries([...others, ...set]);
}

export const showFeatures: AdminCommand = {
  name: 'features',
  words: '',
  mostWords: 0,
  help: 'Shows which watchdogs are locked, in preview or hidden',
  options: tenantOptions,
  async run(ctx, given) {
    for (const tenantId of await findTenants(ctx, given)) {
      const features = await ctx.db.tenant(tenantId, (tx) => loadTenantFeatures(tx, tenantId));
      const lines = watchdogs.flatMap(({ type }) => {
        const status = groupStatusOf(features, type);
        if (isSuppressed(features, type)) return [`  ${type}: locked`];
        return status === groupStatus.on ? [] : [`  ${type}: ${status === groupStatus.preview ? 'preview' : 'hidden'}`];
      });
      ctx.print(lines.length === 0 ? `${tenantId}: every watchdog is on` : [tenantId, ...lines].join('\n'));
    }
  },
};

/** Parses the named kinds, as `lostBuybox` or `LOST_BUYBOX`, separated by blanks or commas. */
export function watchdogTypes(words: readonly string[]): readonly string[] {
  const names = words.flatMap((word) => word.split(',')).filter(Boolean);
  if (names.length === 0) throw new InvalidCommand('Say which watchdogs, for instance lostBuybox.');
  return names.map((name) => {
    const found = watchdogs.find(({ type }) => type === name || alertTypeOf(type) === name);
    if (!found) throw new InvalidCommand(`There is no watchdog “${name}”. There are: ${allTypes()}`);
    return found.type;
  });
}

const allTypes = (): string =>
  watchdogs
    .map(({ type }) => type)
    .toSorted()
    .join(', ');
