import { AppError } from '@app/shared/base/errors.ts';
import { canChangeIssueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import { muteEnd } from '@app/shared/domain/muting.ts';
import { parseItemId, type ItemIdParts } from '@app/shared/watchdogs/model/item-id.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { lockItems } from '../judging/judge/load-queries.ts';
import { findVisibleProducts, setIssueStatuses, writeMutes } from './triage-queries.ts';

type TriageContext = Pick<Context, 'db' | 'clock'>;

/** Sets the issue status of one item. Throws if the item is muted or has no problem. */
export const setIssueStatus = (ctx: TriageContext, actor: Actor, change: StatusChange): Promise<void> =>
  ctx.db.tenant(actor.tenantId, (tx) => setIssueStatusIn(tx, actor, { ...change, at: ctx.clock.now() }));

interface StatusChange {
  readonly watchDogId: string;
  readonly status: number;
  /** If given, the call fails when the item has changed since this revision, because it is another issue then. */
  readonly revision?: number;
  /** If given, the call fails when somebody has given the item another status than this one since. */
  readonly ifIssueStatus?: number | undefined;
}

export async function setIssueStatusIn(
  tx: Tx,
  actor: Actor,
  { watchDogId, status, revision, ifIssueStatus, at }: StatusChange & { readonly at: Date },
): Promise<void> {
  const items = await loadTriaged(tx, actor, [watchDogId]);
  const hasChanged = revision !== undefined && items.some((item) => item.revision !== revision);
  if (hasChanged) throw new AppError('mailLinkOvertaken');
  if (!items.every(canChangeIssueStatus)) throw new AppError('issueStatusLocked');
  refuseOvertaken(items, { status, ifIssueStatus });
  await changeIssueStatus(tx, actor, { items, status, at });
}

/**
 * Sets the issue status of many items. An unknown id makes the whole call fail; items that are muted or have no
 * problem any more are skipped.
 */
export async function bulkSetIssueStatus(
  ctx: TriageContext,
  actor: Actor,
  { watchDogIds, issueStatus: status, ifIssueStatus }: BulkStatusChange,
): Promise<void> {
  await ctx.db.tenant(actor.tenantId, async (tx) => {
    const items = (await loadTriaged(tx, actor, watchDogIds)).filter(canChangeIssueStatus);
    refuseOvertaken(items, { status, ifIssueStatus });
    await changeIssueStatus(tx, actor, { items, status, at: ctx.clock.now() });
  });
}

interface BulkStatusChange extends Pick<StatusChange, 'ifIssueStatus'> {
  readonly watchDogIds: readonly string[];
  readonly issueStatus: number;
}

const statusDeeds = ['reopened', 'marked as seen', 'put in progress', 'marked as done'];

/** Throws if somebody has given an item another status than the caller knows. The wished one is no conflict. */
function refuseOvertaken(
  items: readonly TriageItem[],
  { status, ifIssueStatus }: Pick<StatusChange, 'status' | 'ifIssueStatus'>,
): void {
  if (ifIssueStatus === undefined) return;
  const other = items.find(({ issueStatus }) => issueStatus !== ifIssueStatus && issueStatus !== status);
  if (!other) return;
  const who = other.issueStatusBy === null ? '' : ` by ${other.issueStatusBy}`;
  throw new AppError('issueStatusOvertaken', { text: `This was ${statusDeeds[other.issueStatus]}${who} since` });
}

export const muteItem = (
  ctx: TriageContext,
  actor: Actor,
  { id, minutes }: { readonly id: string; readonly minutes: number },
): Promise<void> => muteItems(ctx, actor, { watchDogIds: [id], minutes });

/**
 * Mutes items, including items that have no row because they are ok. Fewer than 1 minute unmutes. An unknown id makes
 * the whole call fail.
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

export interface TriageItem {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
  readonly status: number;
  readonly issueStatus: number;
  readonly issueStatusBy: string | null;
  readonly muted: boolean;
  readonly revision: number;
  readonly incidentId: string | null;
}

/**
 * Loads and locks the given items. An item that has no row counts as ok, except an item that people created, which
 * must exist. An id outside the viewer's products is not found.
 */
export async function loadTriaged(tx: Tx, actor: Actor, itemIds: readonly string[]): Promise<TriageItem[]> {
  const parsed = itemIds.map((itemId) => ({ itemId, ...parseKnownId(itemId) }));
  const visible = new Set(await findVisibleProducts(tx, actor, [...new Set(parsed.map((id) => id.productId))]));
  if (!parsed.every((id) => visible.has(id.productId))) throw new AppError('notFound');
  const stored = new Map((await lockItems(tx, actor.tenantId, { itemIds })).map((item) => [item.itemId, item]));
  if (!parsed.every((id) => id.own === null || stored.has(id.itemId))) throw new AppError('notFound');
  return parsed.map((id) => {
    const item = stored.get(id.itemId);
    return {
      ...id,
      status: item?.status ?? itemStatus.ok,
      issueStatus: item?.issueStatus ?? 0,
      issueStatusBy: item?.issueStatusBy ?? null,
      muted: (item?.mutedUntil ?? null) !== null,
      revision: item?.revision ?? 0,
      incidentId: item?.incidentId ?? null,
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
  { items, status, at }: { readonly items: readonly TriageItem[]; readonly status: number; readonly at: Date },
): Promise<void> {
  const itemIds = items.filter((item) => item.issueStatus !== status).map((item) => item.itemId);
  if (itemIds.length === 0) return;
  const version = await nextWorldVersion(tx, actor.tenantId);
  await setIssueStatuses(tx, actor, { itemIds, status, at, version });
}
