import type { freshness } from '../contract/world.ts';
import type { SellerAccount } from '../contract/sellers.ts';
import type { Reply } from '../contract/endpoint.ts';

export type FreshnessAnswer = Reply<typeof freshness>;
type SourceCheck = FreshnessAnswer['sources'][number];

/** The age of the data of one marketplace of one seller account. */
export interface MarketFreshness {
  readonly sellerId: string;
  readonly marketplace: string;
  readonly state: 'fresh' | 'stale' | 'starting';
  /**
   * If fresh, the time of the last check by any source. If stale, the last check of the source that has been late for
   * longest.
   */
  readonly at: string | null;
}

/** A key for one marketplace of one seller account. */
export const marketKey = (place: { readonly sellerId: string; readonly marketplace: string }): string =>
  `${place.sellerId} ${place.marketplace}`;

/**
 * Returns the freshness of each marketplace. One late source makes its marketplace stale, so that unchecked data is
 * never shown as fine. A lost authorisation makes it stale immediately, because no more requests are sent.
 */
export function marketFreshness(
  sources: readonly SourceCheck[],
  accounts: readonly Pick<SellerAccount, 'sellerId' | 'mayNeedReauthorization'>[] = [],
): readonly MarketFreshness[] {
  const lost = new Set(accounts.flatMap((account) => (account.mayNeedReauthorization ? [account.sellerId] : [])));
  const byMarket = new Map<string, SourceCheck[]>();
  for (const source of sources) {
    const key = marketKey(source);
    const known = byMarket.get(key);
    if (known) known.push(source);
    else byMarket.set(key, [source]);
  }
  return [...byMarket.values()].flatMap((checks) => {
    const first = checks[0];
    if (!first) return [];
    const { sellerId, marketplace } = first;
    const state = lost.has(sellerId) ? ({ state: 'stale', at: latest(checks) } as const) : judge(checks);
    return [{ sellerId, marketplace, ...state }];
  });
}

function judge(checks: readonly SourceCheck[]): Pick<MarketFreshness, 'state' | 'at'> {
  const late = checks.filter((check) => check.late);
  if (late.length > 0) return { state: 'stale', at: earliest(late) };
  const at = latest(checks);
  return { state: at === null ? 'starting' : 'fresh', at };
}

const earliest = (checks: readonly SourceCheck[]): string | null =>
  checks.some((check) => check.lastCheckedAt === null) ? null : (instants(checks)[0] ?? null);
const latest = (checks: readonly SourceCheck[]): string | null => instants(checks).at(-1) ?? null;
const instants = (checks: readonly SourceCheck[]): readonly string[] =>
  checks.flatMap((check) => check.lastCheckedAt ?? []).toSorted();

/**
 * The parts of the freshness line in the header ("UK stale", "the rest 2 min ago"), from which the browser updates the
 * age.
 */
export interface FreshnessSummary {
  readonly stale: readonly string[];
  readonly staleSince: string | null;
  readonly lastCheckedAt: string | null;
  readonly isAllStale: boolean;
}

export function summarise(markets: readonly MarketFreshness[]): FreshnessSummary {
  const stale = markets.filter((market) => market.state === 'stale');
  const fresh = markets.filter((market) => market.state === 'fresh');
  const silentSince = stale.some((market) => market.at === null) ? null : stale.flatMap((market) => market.at ?? []);
  return {
    stale: [...new Set(stale.map((market) => market.marketplace))],
    staleSince: silentSince?.toSorted()[0] ?? null,
    lastCheckedAt:
      fresh
        .flatMap((market) => market.at ?? [])
        .toSorted()
        .at(-1) ?? null,
    isAllStale: stale.length > 0 && stale.length === markets.length,
  };
}
