import { AppError } from '@app/shared/base/errors.ts';
import { marketplace } from '@app/shared/base/marketplaces.ts';
import { severityOfStatus } from '@app/shared/base/severity.ts';
import type { Answer, ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { getProduct, getTimeline, listProducts } from '@app/shared/contract/public-api/products.ts';
import { issueStatusNames } from '@app/shared/contract/public-api/shapes.ts';
import type { Product } from '@app/shared/contract/world.ts';
import { issueStatus } from '@app/shared/domain/issue-status.ts';
import { headlineOf } from '@app/shared/world/news-text.ts';
import type { Actor } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { productTimeline } from '../../catalog/charts/timeline.ts';
import { uncountedTypes } from '../../judging/settings/tenant-features.ts';
import { loadTenantFeatures } from '../../judging/settings/tenant-features-queries.ts';
import { listFreshness } from '../../observing/freshness.ts';
import { worldProducts } from '../../world/world-products.ts';
import { openCursor, pageFrom } from '../pages/cursor.ts';
import { productPage } from './alerts.ts';
import { measure, money } from './measures.ts';
import { loadObservedAt, type ObservedAt } from './observed-at.ts';
import { listProductIds, listProductIssues, type ProductIssueRow } from './product-queries.ts';
import type { ReadContext } from './read-context.ts';

type ApiProduct = Answer<typeof listProducts>['data'][number];
type ProductsQuery = ParsedRequest<typeof listProducts>['query'];

export async function readProducts(
  ctx: ReadContext,
  actor: Actor,
  query: ProductsQuery,
): Promise<Answer<typeof listProducts>> {
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const { products, nextCursor } = await findProducts(tx, { ctx, actor, query, list: 'products' });
    const productIds = products.map(({ productId }) => productId);
    const observedAt = await loadObservedAt(tx, actor, { productIds, now: ctx.clock.now() });
    const issues = Map.groupBy(await listCountedIssues(tx, actor, productIds), ({ productId }) => productId);
    const shape = (product: Product) =>
      shapeApiProduct(product, { ctx, observedAt, issues: issues.get(product.productId) ?? [] });
    return { data: products.map(shape), nextCursor };
  });
}

interface ProductSearch {
  readonly ctx: ReadContext;
  readonly actor: Actor;
  readonly query: ProductsQuery;
  readonly list: string;
}

const positionOf = (productId: string) => [productId];

/** Finds one page of products, the newest first. */
export async function findProducts(tx: Tx, { ctx, actor, query, list }: ProductSearch) {
  const [before = null] = openCursor(ctx, { actor, list }, query) ?? [];
  const found = await listProductIds(tx, actor, {
    words: (query.q ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    marketplace: query.marketplace ?? null,
    sellerId: query.sellerId ?? null,
    before,
    most: query.limit + 1,
  });
  const { rows: productIds, nextCursor } = pageFrom(
    ctx,
    { actor, list },
    { rows: found, limit: query.limit, positionOf },
  );
  const loaded = await worldProducts(tx, actor, { productIds, now: ctx.clock.now() });
  const byId = new Map(loaded.map((product) => [product.productId, product]));
  return { products: productIds.flatMap((productId) => byId.get(productId) ?? []), nextCursor };
}

export function readProduct(ctx: ReadContext, actor: Actor, productId: string): Promise<Answer<typeof getProduct>> {
  const now = ctx.clock.now();
  return ctx.db.snapshot(actor.tenantId, async (tx) => {
    const [product] = await worldProducts(tx, actor, { productIds: [productId], now });
    if (!product) throw new AppError('notFound');
    const observedAt = await loadObservedAt(tx, actor, { productIds: [productId], now });
    const issues = await listCountedIssues(tx, actor, [productId]);
    const sources = await listFreshness(tx, actor, now);
    return {
      ...shapeApiProduct(product, { ctx, observedAt, issues }),
      stock: stockMeasures(product, observedAt),
      issues: issues.map(shapeIssue),
      freshness: sources
        .filter((one) => one.sellerId === product.sellerId && one.marketplace === product.marketplace)
        .flatMap(({ aspects, lastCheckedAt, late }) =>
          aspects.map((aspect) => ({ aspect, lastCheckedAt, isLate: late })),
        ),
    };
  });
}

/** The currency, ranges and lanes are those of the product's page. */
export const readTimeline = (
  ctx: ReadContext,
  actor: Actor,
  asked: { readonly productId: string; readonly lookbackDays: number },
): Promise<Answer<typeof getTimeline>> => productTimeline(ctx, actor, asked);

async function listCountedIssues(
  tx: Tx,
  actor: Actor,
  productIds: readonly string[],
): Promise<readonly ProductIssueRow[]> {
  const hiddenTypes = uncountedTypes(await loadTenantFeatures(tx, actor.tenantId));
  return listProductIssues(tx, actor, { productIds, hiddenTypes });
}

const isOpen = ({ issueStatus: status, mutedUntil }: ProductIssueRow): boolean =>
  status !== issueStatus.done && mutedUntil === null;

/** The level of a problem. */
const levelOf = ({ status }: ProductIssueRow) => (severityOfStatus(status) === 'alert' ? 'alert' : 'warning');

const shapeIssue = (issue: ProductIssueRow): Answer<typeof getProduct>['issues'][number] => ({
  watchDogId: issue.itemId,
  watchdog: issue.type,
  title: headlineOf({ type: issue.type, colour: 'RED' }),
  level: levelOf(issue),
  message: issue.message,
  since: issue.changedAt?.toISOString() ?? null,
  status: issueStatusNames[issue.issueStatus] ?? 'new',
  mutedUntil: issue.mutedUntil?.toISOString() ?? null,
});

export const productRefOf = (ctx: ReadContext, product: Product) => ({
  productId: product.productId,
  asin: product.asin1,
  marketplace: product.marketplace,
  name: product.shortName ?? product.productName,
  url: productPage(ctx, product.productId),
});

export const stockMeasures = (product: Product, observedAt: ObservedAt) => ({
  atAmazon: measure(product.inStockQty, 'units', observedAt(product, 'stock')),
  inbound: measure(product.inboundQty, 'units', observedAt(product, 'stock')),
  atSeller: measure(product.fbmQty, 'units', observedAt(product, 'listing')),
});

interface ProductParts {
  readonly ctx: ReadContext;
  readonly observedAt: ObservedAt;
  readonly issues: readonly ProductIssueRow[];
}

function shapeApiProduct(product: Product, { ctx, observedAt, issues }: ProductParts): ApiProduct {
  const open = issues.filter(isOpen).map(levelOf);
  const rating = observedAt(product, 'rating');
  return {
    ...productRefOf(ctx, product),
    sellerId: product.sellerId,
    title: product.productTitle,
    parentAsin: product.productGroupId,
    imageUrl: product.imageUrl,
    marketplaceUrl: product.productUrl,
    isActive: product.active,
    price: money(product.price?.cents ?? null, product.price?.currency ?? null, observedAt(product, 'offers')),
    fbaFee: money(product.fbaFeeEstimate, marketplace(product.marketplace).currency, observedAt(product, 'fees')),
    starRating: measure(product.starRating, 'stars of 5', rating),
    reviews: measure(product.reviewCount, 'reviews', rating),
    bestSellerRank: measure(product.bsrRank, 'rank', observedAt(product, 'rank')),
    openIssues: {
      alerts: open.filter((level) => level === 'alert').length,
      warnings: open.filter((level) => level === 'warning').length,
    },
  };
}
