import { AppError } from '@app/shared/base/errors.ts';
import { canChangeIssueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import { muteEnd } from '@app/shared/domain/muting.ts';
import { parseItemId, type ItemIdParts } from '@app/shared/watchdogs/model/item-id.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { lockItems } from '../judging/judge-queries.ts';
import { findVisibleProducts, setIssueStatuses, writeMutes } from './triage-queries.ts';

type TriageContext = Pick<Context, 'db' | 'clock'>;

/** Only items that are not muted and have a problem can change; for a single one that is said, not passed over. */
export const setIssueStatus = (ctx: TriageContext, actor: Actor, change: StatusChange): Promise<void> =>
  ctx.db.tenant(actor.tenantId, (tx) => setIssueStatusIn(tx, actor, change));

interface StatusChange {
  readonly watchDogId: string;
  readonly status: number;
  /** Only if nothing has happened to the item since: it is another issue now. */
  readonly revision?: number;
}

export async function setIssueStatusIn(
  tx: Tx,
  actor: Actor,
  { watchDogId, status, revision }: StatusChange,
): Promise<void> {
  const items = await loadTriaged(tx, actor, [watchDogId]);
  const isOvertaken = revision !== undefined && items.some((item) => item.revision !== revision);
  if (isOvertaken) throw new AppError('mailLinkOvertaken');
  if (!items.every(canChangeIssueStatus)) throw new AppError('issueStatusLocked');
  await changeIssueStatus(tx, actor, { items, status });
}

/** All ids must exist, or nothing changes; those that cannot change (muted or well by now) are left as they are. */
export async function bulkSetIssueStatus(
  ctx: TriageContext,
  actor: Actor,
  { watchDogIds, issueStatus }: { readonly watchDogIds: readonly string[]; readonly issueStatus: number },
): Promise<void> {
  await ctx.db.tenant(actor.tenantId, async (tx) => {
    const items = await loadTriaged(tx, actor, watchDogIds);
    await changeIssueStatus(tx, actor, { items: items.filter(canChangeIssueStatus), status: issueStatus });
  });
}

export const muteItem = (
  ctx: TriageContext,
  actor: Actor,
  { id, minutes }: { readonly id: string; readonly minutes: number },
): Promise<void> => muteItems(ctx, actor, { watchDogIds: [id], minutes });

/**
 * An item that is ok was never written down, yet it can be muted ahead. Fewer than 1 minute unmutes. All ids must
 * exist, or nothing changes.
 */
export const muteItems = (
  ctx: TriageContext,
  actor: Actor,
  { watchDogIds, minutes }: { readonly watchDogIds: readonly string[]; readonly minutes: number },
): Promise<void> => {
  const mutedUntil = muteEnd(minutes, ctx.clock.now());
  return ctx.db.tenant(actor.tenantId, (tx) => muteItemsIn(tx, actor, { watchDogIds, mutedUntil }));
};

export async function muteItemsIn(
  tx: Tx,
  actor: Actor,
  { watchDogIds, mutedUntil }: { readonly watchDogIds: readonly string[]; readonly mutedUntil: Date | null },
): Promise<void> {
  const items = (await loadTriaged(tx, actor, [...new Set(watchDogIds)])).filter((item) => mutedUntil || item.muted);
  if (items.length === 0) return;
  const version = await nextWorldVersion(tx, actor.tenantId);
  await writeMutes(tx, actor.tenantId, { items, mutedUntil, version });
}

interface Triaged {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
  readonly status: number;
  readonly issueStatus: number;
  readonly muted: boolean;
  readonly revision: number;
}

/**
 * Every item asked for, those never written down as ok; what people made is there or it is not. An id that is not the
 * viewer's is not found.
 */
async function loadTriaged(tx: Tx, actor: Actor, itemIds: readonly string[]): Promise<Triaged[]> {
  const parsed = itemIds.map((itemId) => ({ itemId, ...parseKnownId(itemId) }));
  const visible = new Set(await findVisibleProducts(tx, actor, [...new Set(parsed.map((id) => id.productId))]));
  if (!parsed.every((id) => visible.has(id.productId))) throw new AppError('notFound');
  const stored = new Map((await lockItems(tx, actor.tenantId, itemIds)).map((item) => [item.itemId, item]));
  if (!parsed.every((id) => id.own === null || stored.has(id.itemId))) throw new AppError('notFound');
  return parsed.map((id) => {
    const item = stored.get(id.itemId);
    return {
      ...id,
      status: item?.status ?? itemStatus.ok,
      issueStatus: item?.issueStatus ?? 0,
      muted: (item?.mutedUntil ?? null) !== null,
      revision: item?.revision ?? 0,
    };
  });
}

function parseKnownId(itemId: string): ItemIdParts {
  const parsed = parseItemId(itemId);
  const watchdog = parsed && watchdogOf(parsed.type);
  const isMadeByPeople = watchdog?.hasOwnItems ?? false;
  if (!parsed || !watchdog || isMadeByPeople !== (parsed.own !== null)) throw new AppError('notFound');
  return parsed;
}

async function changeIssueStatus(
  tx: Tx,
  actor: Actor,
  { items, status }: { readonly items: readonly Triaged[]; readonly status: number },
): Promise<void> {
  const itemIds = items.filter((item) => item.issueStatus !== status).map((item) => item.itemId);
  if (itemIds.length === 0) return;
  const version = await nextWorldVersion(tx, actor.tenantId);
  await setIssueStatuses(tx, actor.tenantId, { itemIds, status, version });
}
