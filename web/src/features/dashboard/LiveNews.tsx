import { memo, useEffect, useRef, useState } from 'react';
import { isUnchecked, itemStatus } from '@app/shared/domain/issue-status.ts';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { productsChanged, type Issue } from '@app/shared/world/open-issues.ts';
import type { HomeModel } from '../../world/home-model.ts';

/** Tells screen readers of alerts that appear while the page is open; everything else stays where it is. */
export const LiveNews = memo(function LiveNews({ model }: { readonly model: HomeModel }) {
  const told = useRef(new Set<string>());
  const seen = useRef<HomeModel['issues'] | null>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    const alerts = newAlerts(model.issues, seen.current).filter((issue) => !told.current.has(keyOf(issue)));
    for (const issue of alerts) told.current.add(keyOf(issue));
    if (seen.current && alerts.length > 0) setText(sentence(alerts, model));
    seen.current = model.issues;
  }, [model]);
  return <output className="visually-hidden">{text}</output>;
});

/** A new subject on the same item is news, its date tells; what was reopened by hand is not. */
const keyOf = ({ item }: Issue): string => `${item.watchDogId} ${item.date ?? ''}`;

const nothing: HomeModel['issues'] = new Map();

const newAlerts = (issues: HomeModel['issues'], before: HomeModel['issues'] | null): readonly Issue[] =>
  [...productsChanged(before ?? nothing, issues)]
    .flatMap((productId) => issues.get(productId) ?? [])
    .filter(({ item }) => isUnchecked(item) && item.status === itemStatus.alert);

function sentence(alerts: readonly Issue[], { byId }: HomeModel): string {
  const [first] = alerts;
  if (alerts.length > 1 || !first) return `${alerts.length} new alerts`;
  const product = byId.get(first.item.productId);
  const headline = watchdogOf(first.type)?.headline ?? first.type;
  return `New alert: ${headline}, ${product?.shortName ?? product?.productName ?? ''}, ${first.item.marketplace}`;
}
