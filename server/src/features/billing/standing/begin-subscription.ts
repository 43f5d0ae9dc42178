import { addDays, dayOf, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { daysOfPeriod } from '@app/shared/domain/billing/period.ts';
import type { Package } from '@app/shared/domain/billing/package.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { insertAffiliateEvent } from '../affiliates/affiliate-queries.ts';
import { insertCorrection } from '../invoices/correction-queries.ts';
import { insertDiscount } from './discount-queries.ts';
import { insertSubscription } from './subscription-queries.ts';

interface NewTenantFacts {
  readonly tenantId: string;
  readonly companyName: string;
  readonly trialEndsAt: Date;
  readonly createdAt: Date;
  readonly chosen: Pick<Package, 'discount' | 'discountDurationInMonths' | 'trialFeeCents'>;
}

/** Begins the subscription of a new tenant with its trial, and the discount of its package after the trial. */
export async function beginSubscription(tx: Tx, facts: NewTenantFacts): Promise<void> {
  const { tenantId, companyName, trialEndsAt, createdAt, chosen } = facts;
  const periodFrom = firstChargedDay(trialEndsAt);
  await insertSubscription(tx, {
    tenantId,
    billingName: companyName,
    createdAt,
    periodFrom,
    closedThrough: addDays(dayOf(createdAt), -1),
    billedThrough: addDays(periodFrom, -1),
    // The first review computes when the next one is due.
    reviewAt: createdAt,
  });
  await insertAffiliateEvent(tx, { tenantId, kind: 'signup', eventId: 'signup', at: createdAt });
  const { discount: percent, discountDurationInMonths: months, trialFeeCents } = chosen;
  if (trialFeeCents > 0) {
    const fee = { kind: 'fee', day: null, mills: trialFeeCents * 10, reason: 'Fee of the trial' } as const;
    await insertCorrection(tx, { ...fee, tenantId, createdAt });
  }
  if (percent === 0) return;
  const to = lastDayOfMonths(periodFrom, months);
  await insertDiscount(tx, tenantId, { percent, from: periodFrom, to, origin: 'package', createdAt });
}

/** The day on which the trial ends is still free. */
function firstChargedDay(trialEndsAt: Date): Day {
  const day = dayOf(trialEndsAt);
  return startOfDay(day) < trialEndsAt ? addDays(day, 1) : day;
}

/** Specification, section 9: a discount of 0 months has no end. */
const lastDayOfMonths = (from: Day, months: number): Day | null =>
  months === 0 ? null : addDays(from, months * daysOfPeriod - 1);
