import type { WatchdogGroup, WorldItem } from '../contract/world.ts';
import { groupStatus, isUnchecked, tabOf } from '../domain/issue-status.ts';

/** An item with the kind it belongs to. */
export interface Issue {
  readonly type: string;
  readonly item: WorldItem;
}

/** Alert before warning, then the newest: triage never moves a row away from under the pointer. */
export const compareRows = (a: WorldItem, b: WorldItem): number => b.status - a.status || compareDates(a, b);

/** Worst first: alert before warning, unchecked before seen, then the newest. */
export const compareIssues = (a: WorldItem, b: WorldItem): number =>
  b.status - a.status || Number(isUnchecked(b)) - Number(isUnchecked(a)) || compareDates(a, b);

/** Instants of one form, which stand in the order of their characters: thousands are compared while somebody waits. */
function compareDates({ date: a }: WorldItem, { date: b }: WorldItem): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? 1 : -1;
}

export type OpenIssues = ReadonlyMap<string, readonly Issue[]>;
type Groups = Readonly<Record<string, WatchdogGroup>>;

/** Open issues of every product, worst first. Previews and hidden kinds are not counted anywhere, nor here. */
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

/** Of a kind that is counted; looked for once in every group, of which few change at a time. */
function openItemsOf(group: WatchdogGroup | undefined): readonly WorldItem[] {
  if (!group || group.status === groupStatus.preview || group.status === groupStatus.hidden) return [];
  const open = keptOpen.get(group) ?? Object.values(group.items).filter((item) => tabOf(item) === 'red');
  keptOpen.set(group, open);
  return open;
}

/**
 * What `openIssuesByProduct` says of the kinds as they are now, from what it said before: in the time that the changed
 * issues take, not all of them. A product whose issues are the same keeps its very list.
 */
export function openIssuesAfter(known: OpenIssues, was: Groups, now: Groups): OpenIssues {
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

interface Step {
  readonly before: WeakRef<OpenIssues>;
  readonly touched: readonly string[];
}

/** How `openIssuesAfter` came to its answer. */
const steps = new WeakMap<OpenIssues, Step>();

/** Products of which some open issue is another one than before; after more than one step all are compared. */
export function productsChanged(before: OpenIssues, now: OpenIssues): Iterable<string> {
  if (before === now) return [];
  const step = steps.get(now);
  if (step?.before.deref() === before) return step.touched;
  return [...new Set([...before.keys(), ...now.keys()])].filter((id) => before.get(id) !== now.get(id));
}

/** Products of which some open issue is another one now, with all that they have of the changed kinds. */
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
