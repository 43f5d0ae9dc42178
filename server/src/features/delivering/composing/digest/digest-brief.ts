import type { Product, WorldAnswer } from '@app/shared/contract/world.ts';
import { issueStatus, itemStatus } from '@app/shared/domain/issue-status.ts';
import { countWorld, type WorldCounts } from '@app/shared/world/counts.ts';
import { findStartingProducts } from '@app/shared/world/first-looks.ts';
import { doNow, type DoNow } from '@app/shared/world/issues/do-now.ts';
import {
  marketFreshness,
  marketKey,
  summarise,
  type FreshnessAnswer,
  type FreshnessSummary,
  type MarketFreshness,
} from '@app/shared/world/market-freshness.ts';
import { compareIssues, openIssuesByProduct, type Issue } from '@app/shared/world/issues/open-issues.ts';
import { weigh } from '@app/shared/world/issues/weighing.ts';
import { dayHeadlineOf, type DayHeadline } from '@app/shared/world/day-headline.ts';

export interface OpenIssue {
  readonly issue: Issue;
  readonly product: Product;
}

/** One marketplace of one seller account, with the nickname given by the user. */
export interface NamedMarket extends MarketFreshness {
  readonly account: string;
}

/** The content of the dashboard at one moment, in the form that a digest needs. */
export interface Brief {
  readonly verdict: DayHeadline;
  readonly toDo: DoNow;
  readonly counts: WorldCounts;
  /** Issues in progress first, then issues that were seen. */
  readonly waiting: readonly OpenIssue[];
  readonly markets: readonly NamedMarket[];
  readonly fresh: FreshnessSummary;
  /** Number of products in marketplaces without recent answers; the digest does not call them fine. */
  readonly staleProducts: number;
  /** Number of products whose first looks are not over. */
  readonly startingProducts: number;
  readonly byId: ReadonlyMap<string, Product>;
  /** The open issues by item id. */
  readonly open: ReadonlyMap<string, OpenIssue>;
}

export function briefOf({
  world,
  sources,
  now,
}: {
  world: WorldAnswer;
  sources: FreshnessAnswer['sources'];
  now: Date;
}): Brief {
  const byId = new Map(world.products.map((product) => [product.productId, product]));
  const issues = openIssuesByProduct(world.watchDogs);
  const counts = countWorld(world);
  const toDo = doNow(weigh({ issues, byId, now: now.getTime() }));
  const markets = marketFreshness(sources, world.sellerAccounts).filter((market) =>
    world.products.some((product) => marketKey(product) === marketKey(market)),
  );
  const fresh = summarise(markets);
  const staleKeys = new Set(markets.filter(({ state }) => state === 'stale').map(marketKey));
  const stale = world.products.filter((product) => staleKeys.has(marketKey(product)));
  const unjudged = findStartingProducts(world.watchDogs, sources);
  const starting = world.products.filter((one) => unjudged.has(one.productId) && !staleKeys.has(marketKey(one)));
  const verdict = dayHeadlineOf({
    ...counts,
    things: counts.uncheckedAlerts > 0 ? toDo.atRisk.things : 0,
    atRisk: toDo.atRisk,
    staleProducts: stale.length,
    staleWithoutIssues: stale.filter(({ productId }) => !issues.has(productId)).length,
    isAllStale: fresh.isAllStale,
    startingProducts: starting.length,
    startingWithoutIssues: starting.filter(({ productId }) => !issues.has(productId)).length,
  });
  const open = openOf(issues, byId);
  return {
    verdict,
    toDo,
    counts,
    waiting: waitingIn(open),
    markets: markets.map((market) => ({ ...market, account: accountName(world, market.sellerId) })),
    fresh,
    staleProducts: stale.length,
    startingProducts: starting.length,
    byId,
    open,
  };
}

const openOf = (
  issues: ReadonlyMap<string, readonly Issue[]>,
  byId: ReadonlyMap<string, Product>,
): ReadonlyMap<string, OpenIssue> =>
  new Map(
    [...issues].flatMap(([productId, ofProduct]) => {
      const product = byId.get(productId);
      return product ? ofProduct.map((issue) => [issue.item.watchDogItemId, { issue, product }] as const) : [];
    }),
  );

const waitingIn = (open: ReadonlyMap<string, OpenIssue>): readonly OpenIssue[] =>
  [...open.values()]
    .filter(({ issue: { item } }) => item.status !== itemStatus.ok && item.issueStatus !== issueStatus.new)
    .toSorted(({ issue: a }, { issue: b }) => b.item.issueStatus - a.item.issueStatus || compareIssues(a.item, b.item));

function accountName({ sellerAccounts }: WorldAnswer, sellerId: string): string {
  const account = sellerAccounts.find((one) => one.sellerId === sellerId);
  return account?.nickName || account?.name || '';
}
