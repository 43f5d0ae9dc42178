import { isUnchecked, itemStatus } from '@app/shared/domain/issue-status.ts';
import { productsChanged, type Issue, type OpenIssues } from '@app/shared/world/issues/open-issues.ts';

/**
 * Returns a function that takes the open issues after each change, and returns the alerts that have appeared since the
 * last one. Those of the first issues are known to the user from the page itself.
 */
export function followAlerts(): (issues: OpenIssues) => readonly Issue[] {
  const known = new Set<string>();
  let before: OpenIssues | null = null;
  return (issues) => {
    const alerts = changedAlerts(issues, before);
    const fresh = before === null ? [] : alerts.filter((one) => isUnchecked(one.item) && !known.has(keyOf(one)));
    // Seen alerts count as known too, so that an alert which somebody reopens is no news.
    for (const alert of alerts) known.add(keyOf(alert));
    before = issues;
    return fresh;
  };
}

/**
 * Identifies an alert that was announced. A new subject on the same item has another date, so it is announced; an issue
 * that was reopened by hand has the same date and is not.
 */
const keyOf = ({ item }: Issue): string => `${item.watchDogId} ${item.date ?? ''}`;

const nothing: OpenIssues = new Map();

const changedAlerts = (issues: OpenIssues, before: OpenIssues | null): readonly Issue[] =>
  [...productsChanged(before ?? nothing, issues)]
    .flatMap((productId) => issues.get(productId) ?? [])
    .filter(({ item }) => item.status === itemStatus.alert);
