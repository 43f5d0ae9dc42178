import type { WatchdogGroup, WorldItem } from '../../contract/world.ts';
import { groupStatus, isUnchecked, tabOf } from '../../domain/issue-status.ts';

/** An item together with its kind. */
export interface Issue {
  readonly type: string;
  readonly item: WorldItem;
}

/**
 * Sorts alerts before warnings, then the newest first. The issue status is ignored, so that triage never moves a row
 * away from under the pointer.
 */
export const compareRows = (a: WorldItem, b: WorldItem): number => b.status - a.status || compareDates(a, b);

/** Sorts the worst issue first: alerts before warnings, unchecked before seen, then the newest first. */
export const compareIssues = (a: WorldItem, b: WorldItem): number =>
  b.status - a.status || Number(isUnchecked(b)) - Number(isUnchecked(a)) || compareDates(a, b);

/**
 * Compares ISO instants as text, which gives the same order and is faster: thousands are compared while a user waits.
 */
function compareDates({ date: a }: WorldItem, { date: b }: WorldItem): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? 1 : -1;
}

export type OpenIssues = ReadonlyMap<string, readonly Issue[]>;
type Groups = Readonly<Record<string, WatchdogGroup>>;

/** The open issues of every product, worst first. Preview and hidden kinds are left out. */
export function openIssuesByProduct(watchDogs: Groups): OpenIssues {
  const byProduct = new Map<string, Issue[]>();
  for (const [type, group] of Object.entries(watchDogs)) {
    for (const item of openItemsOf(group)) {
      const issues = byProduct.get(item.productId);
      if (issues) issues.push({ type, item });
      else byProduct.set(item.productId, [{ type, item }]);
    }
  }
  for (const issues of byProduct.values()) issues.sort((a, b) => compareIssues(a.item, b.item));
  return byProduct;
}

const keptOpen = new WeakMap<WatchdogGroup, readonly WorldItem[]>();

/**
 * Returns the open items of a kind, or none for a preview or hidden kind. They are cached by group, because few groups
 * change at a time.
 */
function openItemsOf(group: WatchdogGroup | undefined): readonly WorldItem[] {
  if (!group || group.status === groupStatus.preview || group.status === groupStatus.hidden) return [];
  const open = keptOpen.get(group) ?? Object.values(group.items).filter((item) => tabOf(item) === 'red');
  keptOpen.set(group, open);
  return open;
}

/**
 * Updates a result of `openIssuesByProduct` to the current groups, in time proportional to the changed issues. A
 * product whose issues are the same keeps the same list object.
 */
export function openIssuesAfter(known: OpenIssues, was: Groups, now: Groups): OpenIssues {
  if (known.size === 0) return firstIssuesOf(known, now);
  const changed = new Set([...Object.keys(was), ...Object.keys(now)].filter((type) => was[type] !== now[type]));
  const touched = productsTouched(changed, was, now);
  if (touched.size === 0) return known;
  const issues = new Map(known);
  const order = new Map(Object.keys(now).map((type, place) => [type, place]));
  const placeOf = ({ type }: Issue): number => order.get(type) ?? order.size;
  for (const [productId, news] of touched) {
    const others = (known.get(productId) ?? []).filter(({ type }) => !changed.has(type));
    const all = [...others, ...news].toSorted((a, b) => compareIssues(a.item, b.item) || placeOf(a) - placeOf(b));
    if (all.length === 0) issues.delete(productId);
    else issues.set(productId, all);
  }
  steps.set(issues, { before: new WeakRef(known), touched: [...touched.keys()] });
  return issues;
}

/** Collects all issues, because no result exists yet that could be updated. */
function firstIssuesOf(none: OpenIssues, now: Groups): OpenIssues {
  const issues = openIssuesByProduct(now);
  return issues.size === 0 ? none : issues;
}

interface Step {
  readonly before: WeakRef<OpenIssues>;
  readonly touched: readonly string[];
}

/**
 * For each result of `openIssuesAfter`: the earlier result that it updates, and the products that changed between them.
 */
const steps = new WeakMap<OpenIssues, Step>();

/**
 * Returns the products whose open issues differ between two results. If `now` is a direct update of `before`, they are
 * known; otherwise all products are compared.
 */
export function productsChanged(before: OpenIssues, now: OpenIssues): Iterable<string> {
  if (before === now) return [];
  const step = steps.get(now);
  if (step?.before.deref() === before) return step.touched;
  return [...new Set([...before.keys(), ...now.keys()])].filter((id) => before.get(id) !== now.get(id));
}

/**
 * Returns the products of which an open issue was added, removed or replaced, with all their open issues of the changed
 * kinds.
 */
function productsTouched(changed: ReadonlySet<string>, was: Groups, now: Groups): ReadonlyMap<string, Issue[]> {
  const touched = new Map<string, Issue[]>();
  for (const type of changed) {
    const gone = new Set(openItemsOf(was[type]));
    for (const item of openItemsOf(now[type])) if (!gone.delete(item)) touched.set(item.productId, []);
    for (const { productId } of gone) touched.set(productId, []);
  }
  if (touched.size === 0) return touched;
  for (const type of changed) {
    for (const item of openItemsOf(now[type])) touched.get(item.productId)?.push({ type, item });
  }
  return touched;
}
