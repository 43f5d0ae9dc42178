import type { ReactNode } from 'react';
import type { WorldCounts } from '@app/shared/world/counts.ts';
import { Panel } from '../../ui/layout/Panel.tsx';
import { Stat } from '../../ui/signs/Stat.tsx';
import { RelativeTime } from '../../ui/signs/RelativeTime.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { momentText } from '../../world/moment-text.ts';
import type { FreshnessSummary } from '@app/shared/world/market-freshness.ts';
import type { DayHeadline } from '@app/shared/world/day-headline.ts';
import './today.css';
import { formatDate } from '@app/shared/base/format-date.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

interface HeadProps {
  readonly verdict: DayHeadline;
  readonly fresh: FreshnessSummary;
  /** The number of products of stale marketplaces. */
  readonly staleProducts: number;
}

/** The headline of the day and its evidence. */
export function VerdictHead({ verdict, fresh, staleProducts }: HeadProps) {
  return (
    <header className="verdict">
      <Today />
      <h1>{verdict.headline}</h1>
      <p>
        {verdict.detail}
        {verdict.level === 'ok' && verdict.detail !== '' && (
          <>
            {fresh.lastCheckedAt && (
              <>
                , the last one <RelativeTime at={fresh.lastCheckedAt} />
              </>
            )}
            .
          </>
        )}
        {verdict.level !== 'ok' && fresh.lastCheckedAt && (
          <>
            {' Last checked '}
            <RelativeTime at={fresh.lastCheckedAt} />.
          </>
        )}{' '}
        <StaleNote fresh={fresh} products={staleProducts} />
      </p>
    </header>
  );
}

const Today = () => (
  <p className="verdict__day">{formatDate(useNow(), { weekday: 'long', day: 'numeric', month: 'long' })}</p>
);

function StaleNote({ fresh, products }: { readonly fresh: FreshnessSummary; readonly products: number }) {
  const now = useNow();
  if (fresh.stale.length === 0) return null;
  const names = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(fresh.stale);
  const verb = fresh.stale.length === 1 ? 'has' : 'have';
  const since = fresh.staleSince ? ` since ${momentText(Date.parse(fresh.staleSince), now)}` : '';
  const whose = fresh.stale.length === 1 ? 'its' : 'their';
  const state = products === 1 ? 'product shows its' : 'products show their';
  return (
    <>
      {`${names} ${verb} not answered${since}`}
      {products > 0 ? `, so ${whose} ${formatCount(products)} ${state} last known state.` : '.'}
    </>
  );
}

export function StatisticsPanel({ stats, children }: { readonly stats: WorldCounts; readonly children?: ReactNode }) {
  const { uncheckedAlerts, uncheckedWarnings, totalProducts } = stats;
  const isLarge = Math.max(uncheckedAlerts, uncheckedWarnings, totalProducts) >= 1000;
  return (
    <Panel>
      <div className={isLarge ? 'stats stats--large' : 'stats'}>
        <Stat
          value={formatCount(uncheckedAlerts)}
          label="Unchecked alerts"
          level={uncheckedAlerts > 0 ? 'alert' : undefined}
        />
        <Stat
          value={formatCount(uncheckedWarnings)}
          label="Unchecked warnings"
          level={uncheckedWarnings > 0 ? 'warning' : undefined}
        />
        <Stat value={formatCount(stats.productsWithIssues)} label="Products with issues" />
        <Stat value={formatCount(totalProducts)} label="Total products" />
      </div>
      {children}
    </Panel>
  );
}
