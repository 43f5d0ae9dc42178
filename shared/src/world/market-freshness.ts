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
  /** Fresh: the last check of any source. Stale: the last check of the source that is silent for longest. */
  readonly at: string | null;
}

/** A key for one marketplace of one seller account. */
export const marketKey = (place: { readonly sellerId: string; readonly marketplace: string }): string =>
  `${place.sellerId} ${place.marketplace}`;

/**
 * One late source makes its marketplace stale, so that unchecked data is never shown as fine. So does a lost
 * authorisation, at once: no request is sent any more.
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

/** The parts of the header's line, so that the browser can update the age: "UK stale", "the rest 2 min ago". */
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
