import { AppError } from '@app/shared/base/errors.ts';
import { canChangeIssueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import { muteEnd } from '@app/shared/domain/muting.ts';
import { parseItemId, type ItemIdParts } from '@app/shared/watchdogs/model/item-id.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import type { StoredItem } from '../judging/judge/change.ts';
import { lockItems } from '../judging/judge/load-queries.ts';
import {
  findRemovedItems,
  findUntrackedProducts,
  findVisibleProducts,
  setIssueStatuses,
  writeMutes,
} from './triage-queries.ts';

type TriageContext = Pick<Context, 'db' | 'clock'>;

/** Sets the issue status of one item. Throws if the item is muted or has no problem. */
export const setIssueStatus = (ctx: TriageContext, actor: Actor, change: StatusChange): Promise<void> =>
  ctx.db.tenant(actor.tenantId, (tx) => setIssueStatusIn(tx, actor, { ...change, at: ctx.clock.now() }));

interface StatusChange {
  readonly watchDogId: string;
  readonly status: number;
  /** If given, the call fails when the item has changed since this revision, because it is then another issue. */
  readonly revision?: number;
  /** If given, the call fails when the issue has another status than this one, because somebody has changed it. */
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
export const bulkSetIssueStatus = (
  ctx: TriageContext,
  actor: Actor,
  { watchDogIds, issueStatus: status, ifIssueStatus }: BulkStatusChange,
): Promise<BulkAnswer> =>
  ctx.db.tenant(actor.tenantId, async (tx) => {
    const { items: present, leftOut } = await loadPresent(tx, actor, watchDogIds);
    const items = present.filter(canChangeIssueStatus);
    refuseOvertaken(items, { status, ifIssueStatus });
    await changeIssueStatus(tx, actor, { items, status, at: ctx.clock.now() });
    return { leftOut };
  });

interface BulkStatusChange extends Pick<StatusChange, 'ifIssueStatus'> {
  readonly watchDogIds: readonly string[];
  readonly issueStatus: number;
}

const statusDeeds = ['reopened', 'marked as seen', 'put in progress', 'marked as done'];

/**
 * Throws if an item has another status than the caller expects, because somebody has changed it. An item that already
 * has the wanted status is no conflict.
 */
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

/** Mutes an item, even one that has no row because it is ok. Fewer than 1 minute unmutes the item. */
export const muteItem = (
  ctx: TriageContext,
  actor: Actor,
  { id: watchDogId, minutes }: { readonly id: string; readonly minutes: number },
): Promise<void> => {
  const mutedUntil = muteEnd(minutes, ctx.clock.now());
  return ctx.db.tenant(actor.tenantId, (tx) => muteItemIn(tx, actor, { watchDogId, mutedUntil }));
};

/**
 * Mutes items, including items that have no row because they are ok. Fewer than 1 minute unmutes them. An unknown id
 * makes the whole call fail.
 */
export const muteItems = (
  ctx: TriageContext,
  actor: Actor,
  { watchDogIds, minutes }: { readonly watchDogIds: readonly string[]; readonly minutes: number },
): Promise<BulkAnswer> => {
  const mutedUntil = muteEnd(minutes, ctx.clock.now());
  return ctx.db.tenant(actor.tenantId, async (tx) => {
    const { items, leftOut } = await loadPresent(tx, actor, [...new Set(watchDogIds)]);
    await mute(tx, actor, { items, mutedUntil });
    return { leftOut };
  });
};

export async function muteItemIn(
  tx: Tx,
  actor: Actor,
  { watchDogId, mutedUntil }: { readonly watchDogId: string; readonly mutedUntil: Date | null },
): Promise<void> {
  await mute(tx, actor, { items: await loadTriaged(tx, actor, [watchDogId]), mutedUntil });
}

async function mute(
  tx: Tx,
  actor: Actor,
  { items, mutedUntil }: { readonly items: readonly TriageItem[]; readonly mutedUntil: Date | null },
): Promise<void> {
  const changing = items.filter((item) => mutedUntil || item.muted);
  if (changing.length === 0) return;
  const version = await nextWorldVersion(tx, actor.tenantId);
  await writeMutes(tx, actor.tenantId, { items: changing, mutedUntil, version });
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

/** The numbers of items that a bulk call skipped because they no longer exist. */
interface LeftOut {
  /** Items of products that are no longer tracked. */
  readonly untracked: number;
  /** Keywords that were removed. */
  readonly removed: number;
}

export interface BulkAnswer {
  readonly leftOut: LeftOut;
}

/** Loads and locks the given items. Throws if one of them does not exist any more. */
async function loadTriaged(tx: Tx, actor: Actor, itemIds: readonly string[]): Promise<readonly TriageItem[]> {
  const { items, leftOut } = await loadPresent(tx, actor, itemIds);
  if (leftOut.untracked + leftOut.removed > 0) throw new AppError('notFound');
  return items;
}

/**
 * Loads and locks those of the given items that still exist: somebody may have stopped tracking a product, or removed a
 * keyword, since the caller saw them. An item without a row counts as ok, except an item that people created. Throws
 * for the id of a product that the viewer never saw, or of an item that never existed.
 */
export async function loadPresent(tx: Tx, actor: Actor, itemIds: readonly string[]): Promise<PresentItems> {
  const parsed = itemIds.map((itemId) => ({ itemId, ...parseKnownId(itemId) }));
  const visible = new Set(await findVisibleProducts(tx, actor, [...new Set(parsed.map((id) => id.productId))]));
  const hidden = parsed.filter((id) => !visible.has(id.productId));
  await refuseUnknown(
    hidden,
    ({ productId }) => productId,
    (ids) => findUntrackedProducts(tx, actor, ids),
  );
  const tracked = parsed.filter((id) => visible.has(id.productId));
  const wanted = tracked.map(({ itemId }) => itemId);
  const stored = new Map((await lockItems(tx, actor.tenantId, { itemIds: wanted })).map((item) => [item.itemId, item]));
  const isMissing = (id: (typeof parsed)[number]): boolean => id.own !== null && !stored.has(id.itemId);
  const missing = tracked.filter(isMissing);
  await refuseUnknown(
    missing,
    ({ itemId }) => itemId,
    (ids) => findRemovedItems(tx, actor.tenantId, ids),
  );
  const present = missing.length === 0 ? tracked : tracked.filter((id) => !isMissing(id));
  return {
    items: present.map((id) => triageItem(id, stored.get(id.itemId))),
    leftOut: { untracked: hidden.length, removed: missing.length },
  };
}

interface PresentItems {
  readonly items: readonly TriageItem[];
  readonly leftOut: LeftOut;
}

/** Throws unless each of the ids once existed, by the answer of `findFormer`. */
async function refuseUnknown<Id>(
  ids: readonly Id[],
  keyOf: (id: Id) => string,
  findFormer: (keys: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  if (ids.length === 0) return;
  const keys = new Set(ids.map(keyOf));
  const former = new Set(await findFormer([...keys]));
  if (former.size < keys.size) throw new AppError('notFound');
}

const triageItem = (
  { itemId, productId, type }: ItemIdParts & { readonly itemId: string },
  item: StoredItem | undefined,
): TriageItem => ({
  itemId,
  productId,
  type,
  status: item?.status ?? itemStatus.ok,
  issueStatus: item?.issueStatus ?? 0,
  issueStatusBy: item?.issueStatusBy ?? null,
  muted: (item?.mutedUntil ?? null) !== null,
  revision: item?.revision ?? 0,
  incidentId: item?.incidentId ?? null,
});

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
