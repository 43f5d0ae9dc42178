import { useEffect, useRef, useState } from 'react';
import { isUnchecked, itemStatus } from '@app/shared/domain/issue-status.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import type { Issue } from '@app/shared/world/open-issues.ts';
import type { HomeModel } from './home-model.ts';

/** Tells screen readers of alerts that appear while the page is open; everything else stays where it is. */
export function LiveNews({ model }: { readonly model: HomeModel }) {
  const told = useRef<Set<string> | null>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    const known = told.current;
    const alerts = newAlerts(model.issues, known ?? new Set());
    told.current = new Set([...(known ?? []), ...alerts.map(keyOf)]);
    if (known && alerts.length > 0) setText(sentence(alerts, model));
  }, [model]);
  return <output className="visually-hidden">{text}</output>;
}

/** A new subject on the same item is news, its date tells; what was reopened by hand is not. */
const keyOf = ({ item }: Issue): string => `${item.watchDogId} ${item.date ?? ''}`;

function newAlerts(issues: HomeModel['issues'], known: ReadonlySet<string>): readonly Issue[] {
  const alerts: Issue[] = [];
  for (const ofProduct of issues.values()) {
    for (const issue of ofProduct) {
      const isNew = isUnchecked(issue.item) && issue.item.status === itemStatus.alert;
      if (isNew && !known.has(keyOf(issue))) alerts.push(issue);
    }
  }
  return alerts;
}

function sentence(alerts: readonly Issue[], { byId }: HomeModel): string {
  const [first] = alerts;
  if (alerts.length > 1 || !first) return `${alerts.length} new alerts`;
  const product = byId.get(first.item.productId);
  const headline = watchdogOf(first.type)?.headline ?? first.type;
  return `New alert: ${headline}, ${product?.shortName ?? product?.productName ?? ''}, ${first.item.marketplace}`;
}
