import type { Product, WatchdogGroup, WorldAnswer, WorldItem } from '../contract/world.ts';
import { canChangeIssueStatus, isProblem, issueStatus, itemStatus, type IssueStatus } from '../domain/issue-status.ts';
import { parseItemId } from '../watchdogs/model/item-id.ts';
import { itemKey } from './item-key.ts';
import { groupsTouched, regroup } from './product-groups.ts';

type Items = WatchdogGroup['items'];

/**
 * Returns the world after an answer of the server: a full answer replaces the world, a delta changes the parts that it
 * contains. In all functions of this file, unchanged parts stay the same objects.
 */
export function applyDelta(world: WorldAnswer, delta: WorldAnswer): WorldAnswer {
  if (delta.full) return delta;
  return {
    ...delta,
    full: true,
    sellerAccounts: keepIfEqual(world.sellerAccounts, delta.sellerAccounts),
    notifications: keepIfEqual(world.notifications, delta.notifications),
    accountErrors: keepIfEqual(world.accountErrors, delta.accountErrors),
    products: mergeProducts(world.products, delta),
    removedProductIds: [],
    removedWatchDogIds: [],
    watchDogs: withProductGroups(mergeGroups(world.watchDogs, delta), movedProducts(world, delta)),
  };
}

/** An item that a person changes, with its date at that time. */
export interface SeenItem {
  readonly id: string;
  /** An item with an issue of another date is left as it is; if absent, the item is changed whatever it has. */
  readonly date?: string | null;
}

/** Sets the issue status of some items in the viewer's name; items that are muted or ok keep theirs. */
export function applyIssueStatus(world: WorldAnswer, seen: readonly SeenItem[], status: IssueStatus): WorldAnswer {
  return changeItems(world, seen, (item) =>
    canChangeIssueStatus(item) && item.issueStatus !== status
      ? { ...item, issueStatus: status, issueStatusBy: world.userEmail, issueStatusAt: null }
      : item,
  );
}

/**
 * Mutes items until an ISO instant, or unmutes them with `null`. Ok items that the world does not contain can be muted
 * too.
 */
export function applyMute(world: WorldAnswer, seen: readonly SeenItem[], mutedUntil: string | null): WorldAnswer {
  const muted = mutedUntil !== null;
  const absent = new Set(seen.map(({ id }) => id));
  // The end of a mute hides nothing, so that it applies to an issue that the person has not seen as well.
  const meant = muted ? seen : seen.map(({ id }) => ({ id }));
  const changed = changeItems(world, meant, (item) => {
    absent.delete(item.watchDogId);
    return item.muted !== muted || item.mutedUntil !== mutedUntil ? { ...item, muted, mutedUntil } : item;
  });
  if (mutedUntil === null) return changed;
  return [...absent].reduce((before, watchDogId) => addMuted(before, watchDogId, mutedUntil), changed);
}

/** Makes open items members of an incident, or with `null` removes them from their incidents. */
export function applyIncident(
  world: WorldAnswer,
  seen: readonly SeenItem[],
  incident: WorldItem['incident'] | null,
): WorldAnswer {
  return changeItems(world, seen, (item) => {
    if (item.status === itemStatus.ok) return item;
    const { incident: _, ...rest } = item;
    return incident ? { ...rest, incident } : rest;
  });
}

const keepIfEqual = <T>(before: T, now: T): T => (JSON.stringify(before) === JSON.stringify(now) ? before : now);

function mergeProducts(before: Product[], delta: WorldAnswer): Product[] {
  if (delta.products.length === 0 && delta.removedProductIds.length === 0) return before;
  const byId = new Map(before.map((product) => [product.productId, product]));
  for (const productId of delta.removedProductIds) byId.delete(productId);
  for (const product of delta.products) byId.set(product.productId, product);
  const groups = groupsTouched(before, delta);
  return groups.size === 0 ? [...byId.values()] : regroup([...byId.values()], groups);
}

function mergeGroups(before: WorldAnswer['watchDogs'], delta: WorldAnswer): WorldAnswer['watchDogs'] {
  const removed = { productIds: new Set(delta.removedProductIds), watchDogIds: new Set(delta.removedWatchDogIds) };
  const isRemoving = removed.productIds.size > 0 || removed.watchDogIds.size > 0;
  if (Object.keys(delta.watchDogs).length === 0 && !isRemoving) return before;
  const merged: WorldAnswer['watchDogs'] = {};
  for (const [type, group] of Object.entries(before)) {
    const items = isRemoving ? withoutRemoved(group.items, removed) : group.items;
    merged[type] = items === group.items ? group : { ...group, items };
  }
  for (const [type, group] of Object.entries(delta.watchDogs)) {
    const known = merged[type];
    merged[type] = {
      ...group,
      settings: known ? keepIfEqual(known.settings, group.settings) : group.settings,
      defaults: known ? keepIfEqual(known.defaults, group.defaults) : group.defaults,
      items: mergeItems(known?.items ?? {}, group.items),
    };
  }
  return merged;
}

/** The products whose parent has changed, by id. */
function movedProducts(world: WorldAnswer, delta: WorldAnswer): ReadonlyMap<string, string | null> {
  const changed = new Map(delta.products.map(({ productId, productGroupId }) => [productId, productGroupId]));
  if (changed.size === 0) return changed;
  const before = new Map(world.products.map(({ productId, productGroupId }) => [productId, productGroupId]));
  return new Map([...changed].filter(([productId, parent]) => before.get(productId) !== parent));
}

/** Updates the parent's id in the items of products that have moved to another parent. */
function withProductGroups(
  groups: WorldAnswer['watchDogs'],
  moved: ReadonlyMap<string, string | null>,
): WorldAnswer['watchDogs'] {
  if (moved.size === 0) return groups;
  const parentOf = (item: WorldItem): string | null => moved.get(item.productId) ?? null;
  return withChangedItems(groups, (item) =>
    moved.has(item.productId) && item.productGroupId !== parentOf(item)
      ? { ...item, productGroupId: parentOf(item) }
      : item,
  );
}

interface RemovedIds {
  readonly productIds: ReadonlySet<string>;
  readonly watchDogIds: ReadonlySet<string>;
}

function withoutRemoved(items: Items, { productIds, watchDogIds }: RemovedIds): Items {
  const gone = Object.entries(items).filter(
    ([, item]) => productIds.has(item.productId) || watchDogIds.has(item.watchDogId),
  );
  return gone.length === 0 ? items : withoutKeys(items, new Set(gone.map(([key]) => key)));
}

function mergeItems(before: Items, news: Items): Items {
  const changed = Object.values(news);
  if (changed.length === 0) return before;
  const quiet = new Set(changed.filter(saysNothing).map(itemKey));
  const merged = { ...before, ...news };
  return quiet.size === 0 ? merged : withoutKeys(merged, quiet);
}

const withoutKeys = (items: Items, keys: ReadonlySet<string>): Items =>
  Object.fromEntries(Object.entries(items).filter(([key]) => !keys.has(key)));

/** Every item has two settings, keyword and threshold. Any further settings are own settings of the item. */
const settingsOfEvery = 2;

/** Returns whether a full answer of the server would leave the item out, because it says nothing beyond ok. */
const saysNothing = (item: WorldItem): boolean =>
  item.status === itemStatus.ok &&
  item.issueStatus === issueStatus.new &&
  !item.muted &&
  item.statusDetails.message === null &&
  item.settings.keyword === null &&
  Object.keys(item.settings).length === settingsOfEvery;

/**
 * Changes the items whose issue is still the one that the person has seen. Searches only the kinds of the given items,
 * because the person waits for the result.
 */
function changeItems(
  world: WorldAnswer,
  seen: readonly SeenItem[],
  change: (item: WorldItem) => WorldItem,
): WorldAnswer {
  const dates = new Map(seen.map(({ id, date }) => [id, date]));
  const changeSeen = (item: WorldItem): WorldItem => {
    if (!dates.has(item.watchDogId)) return item;
    const date = dates.get(item.watchDogId);
    return date !== undefined && isProblem(item) && item.date !== date ? item : change(item);
  };
  let changed = world;
  for (const type of new Set([...dates.keys()].map((id) => parseItemId(id)?.type))) {
    const group = type === undefined ? undefined : world.watchDogs[type];
    if (type === undefined || !group) continue;
    const items = changedItems(group.items, changeSeen);
    if (items !== group.items) changed = withGroup(changed, type, { ...group, items });
  }
  return changed;
}

function withChangedItems(
  groups: WorldAnswer['watchDogs'],
  change: (item: WorldItem) => WorldItem,
): WorldAnswer['watchDogs'] {
  const watchDogs: WorldAnswer['watchDogs'] = {};
  let isChanged = false;
  for (const [type, group] of Object.entries(groups)) {
    const items = changedItems(group.items, change);
    watchDogs[type] = items === group.items ? group : { ...group, items };
    isChanged ||= items !== group.items;
  }
  return isChanged ? watchDogs : groups;
}

function changedItems(items: Items, change: (item: WorldItem) => WorldItem): Items {
  const news: Items = {};
  let isChanged = false;
  for (const [key, item] of Object.entries(items)) {
    const changed = change(item);
    if (changed === item) continue;
    news[key] = changed;
    isChanged = true;
  }
  return isChanged ? { ...items, ...news } : items;
}

const withGroup = (world: WorldAnswer, type: string, group: WatchdogGroup): WorldAnswer => ({
  ...world,
  watchDogs: { ...world.watchDogs, [type]: group },
});

function addMuted(world: WorldAnswer, watchDogId: string, mutedUntil: string): WorldAnswer {
  const parsed = parseItemId(watchDogId);
  // An item that a user created is only absent if it was removed, not because it is ok.
  if (parsed?.own) return world;
  const group = parsed && world.watchDogs[parsed.type];
  // An item that is present was left as it is, because it has an issue that the person has not seen.
  if (parsed && group?.items[parsed.productId]) return world;
  const product = parsed && world.products.find((one) => one.productId === parsed.productId);
  if (!group || !product) return world;
  const item = { ...okItem(product, watchDogId), muted: true, mutedUntil };
  return withGroup(world, parsed.type, { ...group, items: { ...group.items, [product.productId]: item } });
}

function okItem(product: Product, watchDogId: string): WorldItem {
  const { productId, productGroupId, sellerId, marketplace } = product;
  return {
    watchDogId,
    watchDogItemId: watchDogId,
    productId,
    productGroupId,
    productCollectionId: null,
    sellerId,
    marketplace,
    status: itemStatus.ok,
    issueStatus: issueStatus.new,
    issueStatusBy: null,
    issueStatusAt: null,
    muted: false,
    mutedUntil: null,
    date: null,
    statusDetails: { message: null, from: null, to: null, evidence: [] },
    settings: { keyword: null, absoluteThreshold: null },
    figures: null,
  };
}
