import * as z from 'zod/mini';
import { dayMs } from '@app/shared/base/time.ts';
import { isAheadOfClock } from '../../../../lib/clock-skew.ts';
import type { ChargedItem } from '../../../../external/marketplace/operations/finances.ts';
import { findChargedListings } from '../reports/listing-queries.ts';
import type { Observation } from '../../recording/observation.ts';
import { patienceOf } from '../../quota/slots.ts';
import type { ObservingContext } from '../../worker-context.ts';
import { steppedSource, type StepWork } from '../source.ts';

/**
 * The first pass, and one after a long pause, reads charges of this many days. Older ones are not needed: each listing
 * keeps its latest charge only. For more than 180 days Amazon's answer is empty.
 */
const mostDays = 30;
/** Shipments may be settled up to 48 hours late. */
const overlapDays = 3;

const progressSchema = z.object({ token: z.nullable(z.string()) });

/** The fee that Amazon charged for sending a unit, from the latest settled shipment of each listing. */
export const orderFees = steppedSource({
  name: 'order-fees',
  aspects: ['chargedFees'],
  scope: 'account',
  everyMinutes: 1440,
  announcedBy: [],
  async step(ctx, work) {
    const token = progressSchema.safeParse(work.progress).data?.token ?? null;
    const { items, refusals, nextToken } = await ctx.marketplace.listTransactions(work.access, {
      share: 'steady',
      signal: work.signal,
      ...patienceOf(ctx),
      postedAfter: postedAfter(work),
      nextToken: token,
    });
    for (const refusal of refusals) ctx.log.info({ ...work.key, ...refusal }, 'a transaction was not taken over');
    await takeOver(ctx, work, items);
    return { state: nextToken === null ? 'done' : 'goOn', progress: { token: nextToken } };
  },
});

function postedAfter({ row, passStartedAt }: StepWork): Date {
  const earliestMs = passStartedAt.getTime() - mostDays * dayMs;
  const sinceMs = row.confirmedAt ? row.confirmedAt.getTime() - overlapDays * dayMs : earliestMs;
  return new Date(Math.max(earliestMs, sinceMs));
}

/**
 * Stores the latest charge of each listing. Pages come in no defined order, so a shipment older than the known one
 * changes nothing. A shipment that is settled ahead of our clock is ignored, and so is a known one with such a time.
 */
async function takeOver(ctx: ObservingContext, { key }: StepWork, told: readonly ChargedItem[]): Promise<void> {
  const observedAt = ctx.clock.now();
  const items = told.filter(({ postedAt }) => !isAheadOfClock(postedAt, observedAt));
  const ahead = told.length - items.length;
  if (ahead > 0) ctx.log.warn({ ...key, ahead }, 'transactions settled ahead of our clock were not taken over');
  if (items.length === 0) return;
  const listings = await ctx.db.tenant(key.tenantId, (tx) => findChargedListings(tx, key, items));
  const observations = listings.flatMap(({ productId, marketplace, sku, lastOrderAt }): Observation[] => {
    const latest = items
      .filter((item) => item.marketplace === marketplace && item.sku === sku)
      .toSorted((a, b) => b.postedAt.getTime() - a.postedAt.getTime())[0];
    const known =
      lastOrderAt === null || isAheadOfClock(new Date(lastOrderAt), observedAt) ? null : new Date(lastOrderAt);
    if (!latest || (known !== null && latest.postedAt <= known)) return [];
    const facts = { fba: latest.fbaPerUnit, lastOrderAt: latest.postedAt.toISOString() };
    return [{ productId, aspect: 'chargedFees', sku, facts, observedAt }];
  });
  await ctx.judging.ingest(key.tenantId, observations);
}
