import { AppError } from '@app/shared/base/errors.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { parseItemId, type ItemIdParts } from '@app/shared/watchdogs/model/item-id.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import type { StoredItem } from '../judging/judge/change.ts';
import { lockItems } from '../judging/judge/load-queries.ts';
import { findUnseen, type NamedItems } from './seen-queries.ts';
import { findRemovedItems, findUntrackedProducts, findVisibleProducts } from './triage-queries.ts';

export interface TriageItem {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
  readonly status: number;
  readonly issueStatus: number;
  readonly issueStatusBy: string | null;
  readonly muted: boolean;
  readonly mutedUntil: Date | null;
  readonly revision: number;
  readonly incidentId: string | null;
}

/** The numbers of items that a bulk call skipped. */
export interface LeftOut {
  /** Items of products that are no longer tracked. */
  readonly untracked: number;
  /** Keywords that were removed. */
  readonly removed: number;
  /** Issues that the caller has not seen; absent if the caller has not said what it saw. */
  readonly changed?: number;
}

/** Loads and locks the given items. Throws if one of them does not exist any more, or has an issue that was not seen. */
export async function loadTriaged(tx: Tx, actor: Actor, named: NamedItems): Promise<readonly TriageItem[]> {
  const { items, leftOut } = await loadPresent(tx, actor, named);
  if (leftOut.untracked + leftOut.removed > 0) throw new AppError('notFound');
  if (leftOut.changed) throw new AppError('issueChanged');
  return items;
}

/**
 * Loads and locks those of the given items that still exist: somebody may have stopped tracking a product, or removed a
 * keyword, since the caller saw them. Issues that the caller has not seen are left out too. An item without a row
 * counts as ok, except an item that people created. Throws for the id of a product that the viewer never saw, or of an
 * item that never existed.
 */
export async function loadPresent(tx: Tx, actor: Actor, { watchDogIds, seen }: NamedItems): Promise<PresentItems> {
  if (seen && seen.length !== watchDogIds.length) throw new AppError('badRequest');
  const parsed = [...new Set(watchDogIds)].map((itemId) => ({ itemId, ...parseKnownId(itemId) }));
  const visible = new Set(await findVisibleProducts(tx, actor, [...new Set(parsed.map((id) => id.productId))]));
  const hidden = parsed.filter((id) => !visible.has(id.productId));
  await refuseUnknown(
    hidden,
    ({ productId }) => productId,
    (ids) => findUntrackedProducts(tx, actor, ids),
  );
  const tracked = parsed.filter((id) => visible.has(id.productId));
  const wanted = tracked.map(({ itemId }) => itemId);
  // The rows are compared after they are locked, so that no change comes in between.
  const [locked, unseenIds] = await Promise.all([
    lockItems(tx, actor.tenantId, { itemIds: wanted }),
    findUnseen(tx, actor.tenantId, { watchDogIds, seen }),
  ]);
  const stored = new Map(locked.map((item) => [item.itemId, item]));
  const unseen = new Set(unseenIds);
  const isMissing = (id: (typeof parsed)[number]): boolean => id.own !== null && !stored.has(id.itemId);
  const missing = tracked.filter(isMissing);
  await refuseUnknown(
    missing,
    ({ itemId }) => itemId,
    (ids) => findRemovedItems(tx, actor.tenantId, ids),
  );
  const present = missing.length === 0 ? tracked : tracked.filter((id) => !isMissing(id));
  const kept = unseen.size === 0 ? present : present.filter(({ itemId }) => !unseen.has(itemId));
  return {
    items: kept.map((id) => triageItem(id, stored.get(id.itemId))),
    leftOut: {
      untracked: hidden.length,
      removed: missing.length,
      ...(seen && { changed: present.length - kept.length }),
    },
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
  mutedUntil: item?.mutedUntil ?? null,
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
