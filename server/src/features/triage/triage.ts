import { AppError } from '@app/shared/base/errors.ts';
import { canChangeIssueStatus } from '@app/shared/domain/issue-status.ts';
import { muteEnd } from '@app/shared/domain/muting.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { dropMuted } from '../judging/due-queries.ts';
import { loadPresent, loadTriaged, type LeftOut, type TriageItem } from './named-items.ts';
import type { NamedItems } from './seen-queries.ts';
import { setIssueStatuses, writeMutes } from './triage-queries.ts';

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
  /** If given, the call fails when the item has an issue of another date. */
  readonly seen?: string | undefined;
}

export async function setIssueStatusIn(
  tx: Tx,
  actor: Actor,
  { watchDogId, status, revision, ifIssueStatus, seen, at }: StatusChange & { readonly at: Date },
): Promise<void> {
  const named = { watchDogIds: [watchDogId], seen: seen === undefined ? seen : [seen] };
  const items = await loadTriaged(tx, actor, named);
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
  { issueStatus: status, ifIssueStatus, ...named }: BulkStatusChange,
): Promise<BulkAnswer> =>
  ctx.db.tenant(actor.tenantId, async (tx) => {
    const { items: present, leftOut } = await loadPresent(tx, actor, named);
    const items = present.filter(canChangeIssueStatus);
    refuseOvertaken(items, { status, ifIssueStatus });
    await changeIssueStatus(tx, actor, { items, status, at: ctx.clock.now() });
    return { leftOut };
  });

interface BulkStatusChange extends NamedItems, Pick<StatusChange, 'ifIssueStatus'> {
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
  { id: watchDogId, minutes, seen }: { readonly id: string; readonly minutes: number; readonly seen?: SeenDate },
): Promise<void> => {
  const mutedUntil = muteEnd(minutes, ctx.clock.now());
  return ctx.db.tenant(actor.tenantId, (tx) => muteItemIn(tx, actor, { watchDogId, mutedUntil, seen }));
};

/**
 * Mutes items, including items that have no row because they are ok. Fewer than 1 minute unmutes them. An unknown id
 * makes the whole call fail.
 */
export const muteItems = (
  ctx: TriageContext,
  actor: Actor,
  { minutes, watchDogIds, seen }: NamedItems & { readonly minutes: number },
): Promise<BulkAnswer> => {
  const mutedUntil = muteEnd(minutes, ctx.clock.now());
  return ctx.db.tenant(actor.tenantId, async (tx) => {
    const named = { watchDogIds, seen: mutedUntil === null ? undefined : seen };
    const { items, leftOut } = await loadPresent(tx, actor, named);
    await mute(tx, actor, { items, mutedUntil });
    return { leftOut };
  });
};

export async function muteItemIn(tx: Tx, actor: Actor, { watchDogId, mutedUntil, seen }: Muting): Promise<void> {
  const isCompared = mutedUntil !== null && seen !== undefined;
  const named = { watchDogIds: [watchDogId], seen: isCompared ? [seen] : undefined };
  await mute(tx, actor, { items: await loadTriaged(tx, actor, named), mutedUntil });
}

/** Mutes an item at least until this time: a longer mute stays. Returns whether anything was changed. */
export async function muteAtLeastIn(
  tx: Tx,
  actor: Actor,
  { watchDogId, mutedUntil }: { readonly watchDogId: string; readonly mutedUntil: Date },
): Promise<boolean> {
  const loaded = await loadTriaged(tx, actor, { watchDogIds: [watchDogId], seen: undefined });
  const items = loaded.filter((item) => item.mutedUntil === null || item.mutedUntil < mutedUntil);
  await mute(tx, actor, { items, mutedUntil });
  return items.length > 0;
}

interface Muting {
  readonly watchDogId: string;
  readonly mutedUntil: Date | null;
  /** If given, the call fails when the item has an issue of another date, unless it ends a mute, which hides nothing. */
  readonly seen?: SeenDate;
}

/** The date of the item as the caller has seen it; `null` if it was ok or had no date. */
type SeenDate = string | null | undefined;

async function mute(
  tx: Tx,
  actor: Actor,
  { items, mutedUntil }: { readonly items: readonly TriageItem[]; readonly mutedUntil: Date | null },
): Promise<void> {
  const changing = items.filter((item) => mutedUntil || item.muted);
  if (changing.length === 0) return;
  const version = await nextWorldVersion(tx, actor.tenantId);
  await writeMutes(tx, actor.tenantId, { items: changing, mutedUntil, version });
  if (mutedUntil !== null) return;
  await dropMuted(
    tx,
    actor.tenantId,
    changing.map(({ itemId }) => itemId),
  );
}

export interface BulkAnswer {
  readonly leftOut: LeftOut;
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
