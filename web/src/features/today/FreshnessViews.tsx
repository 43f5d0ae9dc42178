import { memo } from 'react';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import { RelativeTime } from '../../ui/signs/RelativeTime.tsx';
import { Severity, SeveritySign } from '../../ui/signs/SeveritySign.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { momentText } from '../../world/moment-text.ts';
import { summarise, type FreshnessSummary, type MarketFreshness } from '@app/shared/world/market-freshness.ts';
import './today.css';

/** The line in the top bar: "UK stale, the rest 2 min ago". */
export const FreshnessLine = memo(function FreshnessLine({ fresh }: { readonly fresh: FreshnessSummary }) {
  const isStale = fresh.stale.length > 0;
  if (!isStale && !fresh.lastCheckedAt) return null;
  return (
    <span className="fresh-line">
      <SeveritySign level={isStale ? 'stale' : 'ok'} />
      <span className="ellipsis">
        {isStale && `${fresh.isAllStale ? 'All' : fresh.stale.join(', ')} stale`}
        {isStale && fresh.lastCheckedAt && ', the rest '}
        {!isStale && 'Checked '}
        {fresh.lastCheckedAt && <RelativeTime at={fresh.lastCheckedAt} />}
      </span>
    </span>
  );
});

interface PanelProps {
  readonly accounts: readonly SellerAccount[];
  readonly markets: readonly MarketFreshness[] | null;
}

/**
 * One line per seller account. A stale marketplace is grey, never green. The lines are shown before their states are
 * known.
 */
export function FreshnessRows({ accounts, markets }: PanelProps) {
  if (markets?.length === 0) return null;
  return (
    <div className="fresh">
      <h2>Freshness</h2>
      {accounts.map((account) => {
        const own = markets?.filter((market) => market.sellerId === account.sellerId);
        if (own?.length === 0) return null;
        const codes = own?.map((market) => market.marketplace) ?? account.marketplaces;
        return (
          <div key={account.sellerId} className="fresh__account">
            <span className="ellipsis" title={account.nickName ?? account.name}>
              <span className="medium">{account.nickName ?? account.name}</span>{' '}
              <span className="dim">{codes.join(' ')}</span>
            </span>
            {own && <AccountState markets={own} />}
          </div>
        );
      })}
    </div>
  );
}

function AccountState({ markets }: { readonly markets: readonly MarketFreshness[] }) {
  const now = useNow();
  const fresh = summarise(markets);
  if (fresh.stale.length > 0) {
    const since = fresh.staleSince ? ` since ${momentText(Date.parse(fresh.staleSince), now)}` : ' stale';
    return <Severity level="stale">{`${fresh.stale.join(', ')}${since}`}</Severity>;
  }
  if (!fresh.lastCheckedAt) return <Severity level="starting" />;
  return (
    <Severity level="ok">
      <RelativeTime at={fresh.lastCheckedAt} />
    </Severity>
  );
}
