import { marketplace } from '@app/shared/base/marketplaces.ts';
import { dayMs } from '@app/shared/base/time.ts';
import * as z from 'zod/mini';
import { isRefused, type ExternalError } from '../../../../external/marketplace/external-error.ts';
import { parseOrdersReport } from '../../../catalog/reports/orders-report.ts';
import { findSellerMarketplaces } from '../../../sellers/queries.ts';
import { saveOrders } from '../../../catalog/sales/sales.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import { makeDiscoveryDue } from '../../push/push-queries.ts';
import type { ObservingContext } from '../../worker-context.ts';
import {
  FailedReport,
  readReportProgress,
  reportStep,
  type ReportPass,
  type WantedReport,
} from '../reports/report-pass.ts';
import { steppedSource, type Step, type StepWork } from '../source.ts';

/** Amazon refuses reports on orders of more than 30 days, counted to the moment of the request. */
const windowDays = 29.9;
/** Two reports, which reach about as far back as a sale counts as recent. */
const historyDays = 2 * windowDays;
/** A nightly report overlaps the last one, since changes may be reported late. */
const overlapDays = 2;

const byOrderDate = 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_ORDER_DATE_GENERAL';
const byLastUpdate = 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL';

/**
 * All orders by report: the last 60 days at first, and every night the changes since, which corrects what the feed of
 * orders has missed. Discovery waits for the first pass, because sales decide which products are tracked.
 */
export const orderHistory = steppedSource({
  name: 'order-history',
  aspects: [],
  scope: 'account',
  everyMinutes: 1440,
  announcedBy: [],
  async step(ctx, work) {
    const codes = await ctx.db.tenant(work.key.tenantId, (tx) => findSellerMarketplaces(tx, work.key));
    if (codes.length === 0) return { state: 'done', progress: null };
    const marketplaceIds = codes.map((code) => marketplace(code).id);
    const feed = feedProgress.safeParse(work.progress).data;
    return feed ? feedStep(ctx, work, { ...feed, marketplaceIds }) : reportOrFeed(ctx, work, marketplaceIds);
  },
});

/**
 * Progress of the feed of orders, which is read if the marketplace writes no report. It takes hours instead of minutes
 * for a large seller.
 */
const feedProgress = z.object({ feedToken: z.nullable(z.string()) });

async function reportOrFeed(ctx: ObservingContext, work: StepWork, marketplaceIds: readonly string[]): Promise<Step> {
  try {
    const step = await reportStep(ctx, work, passOf(ctx, work, marketplaceIds));
    // An empty first report means no orders in 60 days or a cancelled report; the feed tells which.
    const isUncertain = step.state === 'done' && work.row.confirmedAt === null && rowsOf(step.progress) === 0;
    return isUncertain ? { state: 'goOn', progress: { feedToken: null } } : step;
  } catch (error) {
    if (work.row.confirmedAt !== null || !isHopeless(error, work)) throw error;
    ctx.log.info({ ...work.key, reason: error.message }, 'the orders are read without a report');
    return { state: 'goOn', progress: { feedToken: null } };
  }
}

/** True if the marketplace refuses reports on orders for this seller, or has failed to write one in several passes. */
const isHopeless = (error: unknown, { row }: StepWork): error is ExternalError =>
  isRefused(error) || (error instanceof FailedReport && row.failures >= 2);

const rowsOf = (progress: unknown): number =>
  Object.values(readReportProgress(progress).taken).reduce((sum, rows) => sum + rows, 0);

const passOf = (ctx: ObservingContext, work: StepWork, marketplaceIds: readonly string[]): ReportPass => ({
  wanted: wantedReports(work).map((wanted) => ({ ...wanted, marketplaceIds })),
  async take({ content, suspectedLength }) {
    const orders = content === null ? [] : parseOrdersReport(content, suspectedLength);
    // Discovery waits for the first pass anyway.
    const isFirst = work.row.confirmedAt === null;
    const onNewlySold = (tx: Tx): Promise<void> => makeDiscoveryDue(tx, work.key, ctx.clock.now());
    await saveOrders(isFirst ? ctx : { ...ctx, onNewlySold }, work.key, orders);
    return orders.length;
  },
});

function wantedReports({ row, passStartedAt }: StepWork): Omit<WantedReport, 'marketplaceIds'>[] {
  const before = (days: number): Date => new Date(passStartedAt.getTime() - days * dayMs);
  if (row.confirmedAt) {
    const since = row.confirmedAt.getTime() - overlapDays * dayMs;
    const from = new Date(Math.max(since, before(windowDays).getTime()));
    return [{ key: 'changes', reportType: byLastUpdate, from }];
  }
  return [
    { key: 'recent', reportType: byOrderDate, from: before(windowDays) },
    { key: 'earlier', reportType: byOrderDate, from: before(historyDays), to: before(windowDays) },
  ];
}

interface Feed {
  readonly feedToken: string | null;
  readonly marketplaceIds: readonly string[];
}

async function feedStep(ctx: ObservingContext, work: StepWork, { feedToken, marketplaceIds }: Feed): Promise<Step> {
  const { orders, nextToken } = await ctx.marketplace.searchOrders(work.access, {
    share: 'backlog',
    signal: work.signal,
    marketplaceIds,
    since: { placed: new Date(work.passStartedAt.getTime() - historyDays * dayMs) },
    paginationToken: feedToken,
  });
  await saveOrders(ctx, work.key, orders);
  return { state: nextToken === null ? 'done' : 'goOn', progress: { feedToken: nextToken } };
}
