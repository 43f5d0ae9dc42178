import { marketplace } from '@app/shared/base/marketplaces.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { ExternalError } from '../../external/marketplace/external-error.ts';
import type { Marketplace } from '../../external/marketplace/marketplace.ts';
import { DamagedReport } from '../../external/marketplace/operations/reports.ts';
import type { SellerAccess } from '../../external/marketplace/seller-access.ts';
import { nextWorldVersion } from '../../lib/db/world-version.ts';
import { findSellerMarketplaces, forgetSellerMarketplaces, upsertSellerMarketplaces } from '../sellers/queries.ts';
import { completeSetup, deactivateLeft, type AccountKey } from './queries.ts';
import { saveListings, type ListingsContext } from './save-listings.ts';
import { track, type TrackingParts } from './tracking/track.ts';
import { lockProducts } from './tracking/tracking-queries.ts';

const reportType = 'GET_MERCHANT_LISTINGS_ALL_DATA';

/** A marketplace counts as left if two answers leave it out, with at least this time between them. */
const doubtMs = 5 * minuteMs;

/** The progress of a discovery. It is saved after every step, so that a killed discovery continues there. */
export const discoveryProgress = z.object({
  marketplaces: z.array(z.string()),
  /** The ids of the listings reports by marketplace. */
  reports: z.record(z.string(), z.string()),
  saved: z.array(z.string()),
  /** The lengths of documents that seemed to be cut off, by marketplace. */
  suspected: z._default(z.record(z.string(), z.int()), {}),
  /** The number of reports that the marketplace could not write, or whose document was damaged, by marketplace. */
  failures: z._default(z.record(z.string(), z.int()), {}),
  /** Known marketplaces that the first answer left out, and when to ask for the second one; `null` if there are none. */
  doubted: z._default(z.nullable(z.object({ marketplaces: z.array(z.string()), askAt: z.iso.datetime() })), null),
});
export type DiscoveryProgress = z.output<typeof discoveryProgress>;

type DiscoveryStep =
  | { readonly state: 'goOn' | 'wait'; readonly progress: DiscoveryProgress }
  | { readonly state: 'done'; readonly marketplaces: readonly string[]; readonly newlyTracked: readonly string[] };

interface Discovery extends AccountKey {
  readonly access: SellerAccess;
  readonly progress: DiscoveryProgress | null;
}

export interface DiscoveryContext extends ListingsContext, Pick<Context, 'config'>, TrackingParts {
  readonly marketplace: Marketplace;
  /** Returns true if the orders of the last 60 days were read. Otherwise makes the sweep that reads them due. */
  areSalesKnown(key: AccountKey): Promise<boolean>;
}

/**
 * Runs one step of a discovery, which finds the seller's marketplaces, listings and sales and decides which products
 * are tracked.
 */
export async function discoverStep(ctx: DiscoveryContext, discovery: Discovery): Promise<DiscoveryStep> {
  const { progress } = discovery;
  if (!progress) return { state: 'goOn', progress: await findMarketplaces(ctx, discovery) };
  const unasked = progress.marketplaces.find((code) => !progress.reports[code]);
  if (unasked) return { state: 'goOn', progress: await askForReport(ctx, discovery, { progress, code: unasked }) };
  if (progress.saved.length < progress.marketplaces.length) return saveReports(ctx, discovery, progress);
  if (areAllDamaged(progress)) throw new DamagedReport('no listings report of the account can be read');
  if (progress.doubted) return settleDoubt(ctx, discovery, { progress, doubted: progress.doubted });
  if (progress.marketplaces.length > 0 && !(await ctx.areSalesKnown(discovery))) return { state: 'wait', progress };
  return { state: 'done', marketplaces: progress.marketplaces, newlyTracked: await trackSold(ctx, discovery) };
}

async function findMarketplaces(ctx: DiscoveryContext, discovery: Discovery): Promise<DiscoveryProgress> {
  const stores = await ctx.marketplace.participations(discovery.access);
  const marketplaces = stores.map((store) => store.marketplace);
  const known = await ctx.db.tenant(discovery.tenantId, async (tx) => {
    await upsertSellerMarketplaces(tx, { ...discovery, stores });
    return findSellerMarketplaces(tx, discovery);
  });
  if (marketplaces.length === 0 && known.length > 0) throw noMarketplaceNamed();
  const missing = known.filter((code) => !marketplaces.includes(code));
  const askAt = new Date(ctx.clock.now().getTime() + doubtMs / ctx.config.checkSpeedup).toISOString();
  const doubted = missing.length > 0 ? { marketplaces: missing, askAt } : null;
  return { marketplaces, reports: {}, saved: [], suspected: {}, failures: {}, doubted };
}

/** An answer without any marketplace is not believed: all products of the account would become inactive. */
const noMarketplaceNamed = (): ExternalError =>
  new ExternalError('getMarketplaceParticipations', 'no marketplace is named', { isPermanent: false });

interface Doubt {
  readonly progress: DiscoveryProgress;
  readonly doubted: NonNullable<DiscoveryProgress['doubted']>;
}

/** Asks for the account's marketplaces again. Doubted ones that are named now take part; the others count as left. */
async function settleDoubt(
  ctx: DiscoveryContext,
  discovery: Discovery,
  { progress, doubted }: Doubt,
): Promise<DiscoveryStep> {
  if (ctx.clock.now() < new Date(doubted.askAt)) return { state: 'wait', progress };
  const stores = await ctx.marketplace.participations(discovery.access);
  if (stores.length === 0) throw noMarketplaceNamed();
  const isNamed = (code: string): boolean => stores.some((store) => store.marketplace === code);
  const left = doubted.marketplaces.filter((code) => !isNamed(code));
  if (left.length > 0) await leaveMarketplaces(ctx, discovery, left);
  const marketplaces = [...progress.marketplaces, ...doubted.marketplaces.filter(isNamed)];
  return { state: 'goOn', progress: { ...progress, marketplaces, doubted: null } };
}

/** Deactivates products in left marketplaces. A call that names one of these would fail for other marketplaces too. */
function leaveMarketplaces(
  { db, clock }: DiscoveryContext,
  { tenantId, sellerAccountId }: Discovery,
  marketplaces: readonly string[],
): Promise<void> {
  return db.tenant(tenantId, async (tx) => {
    await forgetSellerMarketplaces(tx, { tenantId, sellerAccountId, marketplaces });
    await lockProducts(tx, { tenantId, sellerAccountIds: [sellerAccountId], productIds: null });
    const version = await nextWorldVersion(tx, tenantId);
    await deactivateLeft(tx, { tenantId, sellerAccountId, marketplaces, now: clock.now(), version });
  });
}

interface MarketplaceStep {
  readonly progress: DiscoveryProgress;
  readonly code: string;
}

async function askForReport(
  ctx: DiscoveryContext,
  { access }: Discovery,
  { progress, code }: MarketplaceStep,
): Promise<DiscoveryProgress> {
  const reportId = await ctx.marketplace.createReport(access, { reportType, marketplaceIds: [marketplace(code).id] });
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
    if (report.status === 'failed') return noteFailure(ctx, discovery, { progress, code, reason: 'has failed' });
    return takeReport(ctx, discovery, { progress, code, documentId: report.documentId });
  }
  return { state: 'wait', progress };
}

/** After this many failed or damaged reports the known listings of the marketplace are kept until the next discovery. */
const mostFailures = 3;

interface FailedReport extends MarketplaceStep {
  readonly reason: string;
}

/**
 * Counts a failed or damaged report. The marketplace is skipped after several, so that products elsewhere are tracked.
 */
function noteFailure(
  { log }: DiscoveryContext,
  { sellerAccountId }: Discovery,
  { progress, code, reason }: FailedReport,
): DiscoveryStep {
  const count = (progress.failures[code] ?? 0) + 1;
  log.warn({ sellerAccountId, marketplace: code, count, reason }, 'a listings report cannot be read');
  const failures = { ...progress.failures, [code]: count };
  if (count >= mostFailures) {
    return { state: 'goOn', progress: { ...progress, failures, saved: [...progress.saved, code] } };
  }
  return { state: 'wait', progress: { ...without(progress, code), failures } };
}

/**
 * Whether every marketplace was skipped and one of them delivered damaged documents. Then the fault is probably on the
 * way, and the discovery starts over.
 */
const areAllDamaged = ({ marketplaces, failures, suspected }: DiscoveryProgress): boolean =>
  Object.keys(suspected).length > 0 && marketplaces.every((code) => (failures[code] ?? 0) >= mostFailures);

/** Removes a report from the progress, so that another one is requested. */
function without(progress: DiscoveryProgress, code: string): DiscoveryProgress {
  const { [code]: _useless, ...reports } = progress.reports;
  return { ...progress, reports };
}

interface DeliveredReport extends MarketplaceStep {
  /** The document of the report; `null` if there is nothing to report. */
  readonly documentId: string | null;
}

async function takeReport(
  ctx: DiscoveryContext,
  discovery: Discovery,
  { progress, code, documentId }: DeliveredReport,
): Promise<DiscoveryStep> {
  try {
    const suspectedLength = progress.suspected[code] ?? null;
    if (documentId !== null) await saveListings(ctx, discovery, { code, documentId, suspectedLength });
    return { state: 'goOn', progress: { ...progress, saved: [...progress.saved, code] } };
  } catch (error) {
    if (!(error instanceof DamagedReport)) throw error;
    const suspected = { ...progress.suspected, [code]: error.suspectedLength ?? 0 };
    return noteFailure(ctx, discovery, { progress: { ...progress, suspected }, code, reason: error.message });
  }
}

async function trackSold(ctx: DiscoveryContext, { tenantId, sellerAccountId }: Discovery): Promise<readonly string[]> {
  const now = ctx.clock.now();
  return ctx.db.tenant(tenantId, async (tx) => {
    const scope = { tenantId, sellerAccountIds: [sellerAccountId], productIds: null };
    const { newlyTracked, version } = await track(tx, ctx, { ...scope, now });
    await completeSetup(tx, { tenantId, sellerAccountId, now, version });
    return newlyTracked.map(({ productId }) => productId);
  });
}
