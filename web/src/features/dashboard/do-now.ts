import { isUnchecked, itemStatus } from '@app/shared/domain/issue-status.ts';
import { compareIssues, type Issue } from '../../lib/world-index.ts';

interface DoNowRows {
  readonly top: readonly Issue[];
  /** New ones beyond the rows. */
  readonly restAlerts: number;
  readonly restWarnings: number;
}

/** Looks, section 7: never a fourth row. One row per product: its other issues stand with it in its detail. */
export function doNow(issues: ReadonlyMap<string, readonly Issue[]>, rows = 3): DoNowRows {
  const unchecked = [...issues.values()].map((all) => all.filter(({ item }) => isUnchecked(item)));
  const worst = unchecked.flatMap((all) => all[0] ?? []).toSorted((a, b) => compareIssues(a.item, b.item));
  const top = worst.slice(0, rows);
  const inTop = new Set(top.map((issue) => issue.item.watchDogId));
  const rest = unchecked.flat().filter((issue) => !inTop.has(issue.item.watchDogId));
  const restAlerts = rest.filter(({ item }) => item.status === itemStatus.alert).length;
  return { top, restAlerts, restWarnings: rest.length - restAlerts };
}
