import { hourMs } from '@app/shared/base/time.ts';
import { addDays, dayOf } from '@app/shared/base/calendar-day.ts';
import { discountedMills } from '@app/shared/domain/billing/discount.ts';
import { costOfDay } from '@app/shared/domain/billing/rate-card.ts';
import type { Context } from '../../../context.ts';
import { insertCorrection } from '../invoices/correction-queries.ts';
import { claimUncheckedTenants, listCheckedDays, type CheckedDay } from './checking-queries.ts';
import { listRateCards, rateCardVersion, type RateCardVersion } from './rate-card-queries.ts';
import { countAsins } from './usage-queries.ts';

/** The number of closed days that are counted again: a period and the days until its invoice is collected. */
const checkedDays = 35;
/** The number of tenants that one statement handles. It counts 35 days of each. */
const batchSize = 50;
/** The delay after midnight, when the day before has been closed everywhere. */
const delayMs = 4 * hourMs;

/**
 * Counts the closed days of the last weeks again, once a day. A closed day never changes: a difference becomes a
 * correction with its reason, on the next invoice. True if more tenants are to be checked.
 */
export async function checkDays(ctx: Pick<Context, 'db' | 'clock' | 'log'>): Promise<boolean> {
  const now = ctx.clock.now();
  const today = dayOf(new Date(now.getTime() - delayMs));
  const tenantIds = await claimUncheckedTenants(ctx.db.global, { today, most: batchSize });
  if (tenantIds.length === 0) return false;
  const days = await listCheckedDays(ctx.db.global, { tenantIds, from: addDays(today, -checkedDays) });
  const counted = await countAsins(ctx.db.global, days);
  const found = new Map(counted.map(({ tenantId, day, asins }) => [`${tenantId} ${day}`, asins]));
  const cards = await listRateCards(ctx.db.global);
  for (const day of days) {
    const asins = found.get(`${day.tenantId} ${day.day}`) ?? null;
    const mills = differenceOf(day, asins, cards);
    if (mills === 0) continue;
    ctx.log.warn({ tenantId: day.tenantId, day: day.day, was: day.asins, asins, mills }, 'a closed day is corrected');
    const reason = `Correction of ${day.day}: ${asins === null ? 'the service was off' : `${asins} instead of ${day.asins} ASINs`}`;
    await ctx.db.tenant(day.tenantId, (tx) =>
      insertCorrection(tx, { tenantId: day.tenantId, kind: 'adjustment', day: day.day, mills, reason, createdAt: now }),
    );
  }
  return tenantIds.length === batchSize;
}

/**
 * Returns the mills by which the day was charged too little, corrections so far included; negative for too much.
 *
 * @param asins of the day; `null` if the service was off for most of it
 */
function differenceOf(day: CheckedDay, asins: number | null, cards: readonly RateCardVersion[]): number {
  // A free day stays free.
  if (day.mills === 0) return 0;
  return priceOf(day, asins, cards) - day.mills - day.correctedMills;
}

function priceOf(day: CheckedDay, asins: number | null, cards: readonly RateCardVersion[]): number {
  if (asins === null) return 0;
  const card = rateCardVersion(cards, day);
  // The fee of a package does not depend on the number of ASINs.
  return card ? discountedMills(costOfDay(card, asins), day.discountPercent) : day.mills;
}
