import type { WatchdogGroup, WorldItem } from '../contract/sentinel.ts';
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

const compareDates = (a: WorldItem, b: WorldItem): number => (b.date ?? '').localeCompare(a.date ?? '');

/** Open issues of every product, worst first. Previews and hidden kinds are not counted anywhere, nor here. */
export function openIssuesByProduct(
  watchDogs: Readonly<Record<string, WatchdogGroup>>,
): ReadonlyMap<string, readonly Issue[]> {
  const byProduct = new Map<string, Issue[]>();
  for (const [type, group] of Object.entries(watchDogs)) {
    if (group.status === groupStatus.preview || group.status === groupStatus.hidden) continue;
    for (const item of Object.values(group.items)) {
      if (tabOf(item) !== 'red') continue;
      const issues = byProduct.get(item.productId);
      if (issues) issues.push({ type, item });
      else byProduct.set(item.productId, [{ type, item }]);
    }
  }
  for (const issues of byProduct.values()) issues.sort((a, b) => compareIssues(a.item, b.item));
  return byProduct;
}
