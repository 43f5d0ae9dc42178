import { marketplace } from '@app/shared/base/marketplaces.ts';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import type { CallOptions } from '../../external/marketplace/caller.ts';
import { ExternalError } from '../../external/marketplace/external-error.ts';
import type { Marketplace } from '../../external/marketplace/marketplace.ts';
import type { SellerAccess } from '../../external/marketplace/seller-access.ts';
import type { Tx } from '../../lib/db/db.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { upsertSellerMarketplaces } from '../sellers/queries.ts';
import { parseListingsReport } from './listings-report.ts';
import {
  completeSetup,
  lockProductsOf,
  recordSales,
  removeUnlisted,
  updateTracking,
  upsertListings,
  upsertProducts,
  type AccountKey,
} from './queries.ts';

const reportType = 'GET_MERCHANT_LISTINGS_ALL_DATA';
const dayMs = 86_400_000;
/** Specification, section 1: a product is tracked when it has had a recent sale. */
const recentSaleDays = 60;

/** How far a discovery has come; every step is kept, so that a killed one goes on where it was. */
export const discoveryProgress = z.object({
  marketplaces: z.array(z.string()),
  /** Ids of the listings reports by marketplace. */
  reports: z.record(z.string(), z.string()),
  saved: z.array(z.string()),
  salesToken: z.nullable(z.string()),
  haveSales: z.boolean(),
  salesSince: z.string(),
});
export type DiscoveryProgress = z.output<typeof discoveryProgress>;

export type DiscoveryStep =
  | { readonly state: 'goOn' | 'wait'; readonly progress: DiscoveryProgress }
  | { readonly state: 'done'; readonly marketplaces: readonly string[]; readonly newlyTracked: readonly string[] };

export interface Discovery extends AccountKey {
  readonly access: SellerAccess;
  readonly progress: DiscoveryProgress | null;
}

export interface DiscoveryContext extends Pick<Context, 'db' | 'clock' | 'log'> {
  readonly marketplace: Marketplace;
  /** Newly tracked products begin with every watchdog initializing. Part of the transaction that tracks them. */
  startWatching(tx: Tx, start: { tenantId: string; productIds: readonly string[]; version: string }): Promise<void>;
  /** A listing that is gone may have been what an alert is about. Part of the transaction that removes it. */
  judgeAgain(tx: Tx, again: { tenantId: string; productIds: readonly string[]; at: Date }): Promise<void>;
}

/** One step of finding out what a seller sells: marketplaces, listings, sales, and which products are tracked. */
export async function discoverStep(ctx: DiscoveryContext, discovery: Discovery): Promise<DiscoveryStep> {
  const { progress } = discovery;
  if (!progress) return { state: 'goOn', progress: await findMarketplaces(ctx, discovery) };
  const unasked = progress.marketplaces.find((code) => !progress.reports[code]);
  if (unasked) return { state: 'goOn', progress: await askForReport(ctx, discovery, { progress, code: unasked }) };
  if (progress.saved.length < progress.marketplaces.length) return saveReports(ctx, discovery, progress);
  if (!progress.haveSales) return { state: 'goOn', progress: await takeSales(ctx, discovery, progress) };
  return { state: 'done', marketplaces: progress.marketplaces, newlyTracked: await track(ctx, discovery) };
}

/** Somebody waits for it. */
const options: CallOptions = { share: 'backlog' };

async function findMarketplaces(ctx: DiscoveryContext, discovery: Discovery): Promise<DiscoveryProgress> {
  const stores = await ctx.marketplace.participations(discovery.access);
  await ctx.db.tenant(discovery.tenantId, (tx) => upsertSellerMarketplaces(tx, { ...discovery, stores }));
  const salesSince = new Date(ctx.clock.now().getTime() - recentSaleDays * dayMs).toISOString();
  const marketplaces = stores.map((store) => store.marketplace);
  return { marketplaces, reports: {}, saved: [], salesToken: null, haveSales: marketplaces.length === 0, salesSince };
}

interface InMarketplace {
  readonly progress: DiscoveryProgress;
  readonly code: string;
}

async function askForReport(
  ctx: DiscoveryContext,
  { access }: Discovery,
  { progress, code }: InMarketplace,
): Promise<DiscoveryProgress> {
  const reportId = await ctx.marketplace.createReport(access, { reportType, marketplaceId: marketplace(code).id });
  return { ...progress, reports: { ...progress.reports, [code]: reportId } };
}

/** Saves the first report that is ready. */
async function saveReports(
  ctx: DiscoveryContext,
  discovery: Discovery,
  progress: DiscoveryProgress,
): Promise<DiscoveryStep> {
  for (const code of progress.marketplaces) {
    const reportId = progress.reports[code];
    if (progress.saved.includes(code) || reportId === undefined) continue;
    const report = await ctx.marketplace.getReport(discovery.access, reportId);
    if (report.status === 'waiting') continue;
    if (report.status === 'failed') {
      const { [code]: _failed, ...reports } = progress.reports;
      ctx.log.warn({ sellerAccountId: discovery.sellerAccountId, marketplace: code }, 'a listings report has failed');
      return { state: 'wait', progress: { ...progress, reports } };
    }
    if (report.documentId !== null) await saveListings(ctx, discovery, { code, documentId: report.documentId });
    return { state: 'goOn', progress: { ...progress, saved: [...progress.saved, code] } };
  }
  return { state: 'wait', progress };
}

async function saveListings(
  ctx: DiscoveryContext,
  { tenantId, sellerAccountId, access }: Discovery,
  { code, documentId }: { readonly code: string; readonly documentId: string },
): Promise<void> {
  const report = parseListingsReport(await ctx.marketplace.downloadReport(access, documentId));
  // The same document would never be one: the next attempt asks for another report.
  if (!report) throw new ExternalError(reportType, 'the document is no listings report', { isPermanent: true });
  const { listings, skipped } = report;
  if (skipped > 0) ctx.log.info({ sellerAccountId, marketplace: code, skipped }, 'rows without SKU or ASIN');
  // An empty report says that there is nothing to report, not that everything is gone.
  if (listings.length === 0) return;
  await ctx.db.tenant(tenantId, async (tx) => {
    await lockProductsOf(tx, { tenantId, sellerAccountId });
    const version = await nextWorldVersion(tx, tenantId);
    const { currency } = marketplace(code);
    const now = ctx.clock.now();
    const listed = { tenantId, sellerAccountId, marketplace: code, currency, listings, now, version };
    await upsertProducts(tx, listed);
    await upsertListings(tx, listed);
    const productIds = await removeUnlisted(tx, listed);
    if (productIds.length > 0) await ctx.judgeAgain(tx, { tenantId, productIds, at: now });
  });
}

async function takeSales(
  ctx: DiscoveryContext,
  { tenantId, sellerAccountId, access }: Discovery,
  progress: DiscoveryProgress,
): Promise<DiscoveryProgress> {
  const { sales, nextToken } = await ctx.marketplace.searchOrders(access, {
    ...options,
    marketplaceIds: progress.marketplaces.map((code) => marketplace(code).id),
    createdAfter: new Date(progress.salesSince),
    paginationToken: progress.salesToken,
  });
  await ctx.db.tenant(tenantId, (tx) => recordSales(tx, { tenantId, sellerAccountId }, sales));
  return { ...progress, salesToken: nextToken, haveSales: nextToken === null };
}

async function track(ctx: DiscoveryContext, { tenantId, sellerAccountId }: Discovery): Promise<readonly string[]> {
  const now = ctx.clock.now();
  const soldSince = new Date(now.getTime() - recentSaleDays * dayMs);
  return ctx.db.tenant(tenantId, async (tx) => {
    await lockProductsOf(tx, { tenantId, sellerAccountId });
    const version = await nextWorldVersion(tx, tenantId);
    const productIds = await updateTracking(tx, { tenantId, sellerAccountId, soldSince, now, version });
    if (productIds.length > 0) await ctx.startWatching(tx, { tenantId, productIds, version });
    await completeSetup(tx, { tenantId, sellerAccountId, now, version });
    return productIds;
  });
}
