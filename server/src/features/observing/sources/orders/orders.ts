import { marketplace } from '@app/shared/base/marketplaces.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import * as z from 'zod/mini';
import type { Tx } from '../../../../lib/db/db.ts';
import { findSellerMarketplaces } from '../../../sellers/queries.ts';
import { saveOrders } from '../../../catalog/sales/sales.ts';
import { makeDiscoveryDue } from '../../push/push-queries.ts';
import { handOverSales } from './sales-facts.ts';
import type { ObservingContext } from '../../worker-context.ts';
import { findHistoryRead } from './sales-facts-queries.ts';
import { isFirstOfSpan } from '../../sweeping/due/pace.ts';
import { readProgress } from '../../sweeping/running/progress.ts';
import { steppedSource, type Step, type StepWork } from '../source.ts';

/**
 * A pass overlaps the last one by this time, because the feed leaves out the youngest two minutes and clocks differ.
 */
const overlapMs = 10 * minuteMs;
/**
 * The first pass begins this long before the last report on orders was read, because a report lacks the youngest
 * orders.
 */
const historyLagMs = 3 * 60 * minuteMs;
/**
 * The sales of days that have passed are handed to judging every 30 minutes. Every 120 minutes, earlier days that have
 * changed are handed over as well, and products out of stock are marked.
 */
const handOverMinutes = 30;
const thoroughMinutes = 120;

const progressSchema = z.object({ changedSince: z.iso.datetime(), token: z.nullable(z.string()) });
type Progress = z.output<typeof progressSchema>;

/** The feed of orders: every order that was placed or changed since the last pass, a hundred with a call. */
export const orders = steppedSource({
  name: 'orders',
  aspects: ['sales'],
  scope: 'account',
  everyMinutes: 30,
  // A pass costs one call whatever the number of products, so push wakes the sweep without making it rarer.
  reconcileMinutes: 30,
  announcedBy: ['ORDER_CHANGE'],
  async step(ctx, work) {
    const { tenantId } = work.key;
    const codes = await ctx.db.tenant(tenantId, (tx) => findSellerMarketplaces(tx, work.key));
    if (codes.length === 0) return { state: 'done', progress: null };
    const progress = progressSchema.safeParse(work.progress).data ?? (await beginning(ctx, work));
    const next = await takePage(ctx, work, { progress, codes });
    if (next) return { state: 'goOn', progress: next };
    if (beginsNew(handOverMinutes, ctx, work)) {
      await handOverSales(ctx, work.key, { codes, isThorough: beginsNew(thoroughMinutes, ctx, work) });
    }
    return { state: 'done', progress: null } satisfies Step;
  },
});

/**
 * True for the first pass in each span of this many minutes: push starts passes every few minutes, while complete days
 * hardly change. Also true for a pass that was restarted for new products, whose progress has no `everyMs`.
 */
function beginsNew(minutes: number, { config }: ObservingContext, { row, passStartedAt }: StepWork): boolean {
  if (row.confirmedAt === null || readProgress(row.progress).everyMs === 0) return true;
  return isFirstOfSpan(passStartedAt, { after: row.confirmedAt, spanMs: (minutes * minuteMs) / config.checkSpeedup });
}

async function beginning(ctx: ObservingContext, { key, row, passStartedAt }: StepWork): Promise<Progress> {
  const { tenantId } = key;
  const historyReadAt = row.confirmedAt ?? (await ctx.db.tenant(tenantId, (tx) => findHistoryRead(tx, key)));
  const lag = row.confirmedAt ? overlapMs : historyLagMs;
  const changedSince = new Date((historyReadAt ?? passStartedAt).getTime() - lag);
  return { changedSince: changedSince.toISOString(), token: null };
}

interface Page {
  readonly progress: Progress;
  readonly codes: readonly string[];
}

async function takePage(
  ctx: ObservingContext,
  { key, access, signal }: StepWork,
  { progress, codes }: Page,
): Promise<Progress | null> {
  const page = await ctx.marketplace.searchOrders(access, {
    share: 'backlog',
    signal,
    marketplaceIds: codes.map((code) => marketplace(code).id),
    since: { changed: new Date(progress.changedSince) },
    paginationToken: progress.token,
  });
  for (const refusal of page.refusals) ctx.log.info({ ...key, ...refusal }, 'an order was not taken over');
  // New products are tracked after their first sale. The sale is new only once, so both are committed together.
  const onNewlySold = (tx: Tx): Promise<void> => makeDiscoveryDue(tx, key, ctx.clock.now());
  await saveOrders({ ...ctx, onNewlySold }, key, page.orders);
  return page.nextToken === null ? null : { ...progress, token: page.nextToken };
}
