import { addDays, type Day } from '@app/shared/base/calendar-day.ts';
import { periodFrom, type Period } from '@app/shared/domain/billing/period.ts';
import { invoiceAmounts, type InvoiceLine } from '@app/shared/domain/billing/invoice.ts';
import { partsOfDays } from '@app/shared/domain/billing/invoice-parts.ts';
import { leastDailyMills } from '@app/shared/domain/billing/projected-bill.ts';
import { rateCardVersion, type RateCardVersion } from '../usage/rate-card-queries.ts';
import type { UsageDay } from '../usage/usage-queries.ts';
import type { Correction } from './correction-queries.ts';

/** The days of a tenant that are closed and billed, and the amount that was carried over. */
export interface Billing {
  readonly periodFrom: Day;
  readonly closedThrough: Day;
  readonly billedThrough: Day;
  readonly frequency: 'daily' | 'monthly';
  readonly carryMills: number;
  /** The day on which the owner has asked for the deletion of the account; the use until then is billed immediately. */
  readonly finalDay: Day | null;
}

interface BillableDays {
  readonly days: Period;
  /** Whether the last of these days ends the period. */
  readonly isEnd: boolean;
}

/** Returns the closed days that the next invoice includes; `null` if none is due yet. */
export function billableDays(billing: Billing): BillableDays | null {
  const { closedThrough, billedThrough, frequency } = billing;
  const end = endOfPeriod(billing);
  const through = closedThrough < end ? closedThrough : end;
  const isEnd = through === end;
  if (through <= billedThrough || (!isEnd && frequency === 'monthly')) return null;
  return { days: { from: addDays(billedThrough, 1), to: through }, isEnd };
}

/**
 * Returns the last day of the period: the final day if that is earlier. A period that begins after the final day,
 * because the deletion was taken back, has its usual end.
 */
function endOfPeriod({ periodFrom: from, finalDay }: Billing): Day {
  const { to } = periodFrom(from);
  return finalDay !== null && finalDay >= from && finalDay < to ? finalDay : to;
}

/** Days that become part of an invoice or of the carry. */
export interface Bill {
  readonly days: Period;
  /** The first day of the period that is open after this bill. */
  readonly nextPeriodFrom: Day;
  readonly carryMills: number;
  /** The invoice; `null` if the amount is too small and carried over. */
  readonly invoice: { readonly totalCents: number; readonly lines: readonly InvoiceLine[] } | null;
}

interface Charges {
  readonly usage: readonly UsageDay[];
  readonly corrections: readonly Correction[];
  readonly cards: readonly RateCardVersion[];
}

/** Computes the bill of the days; `null` if the amount of a daily payer still waits for more days. */
export function billOf(billing: Billing, { days, isEnd }: BillableDays, charges: Charges): Bill | null {
  const { usage, corrections, cards } = charges;
  const charged = usage
    .filter(({ mills }) => mills !== 0)
    .map((day) => ({ ...day, card: rateCardVersion(cards, day) }));
  const parts = [...partsOfDays(charged), ...corrections.map(({ reason, mills }) => ({ description: reason, mills }))];
  const sum = parts.reduce((total, { mills }) => total + mills, billing.carryMills);
  if (!isEnd && sum < leastDailyMills) return null;
  const { amounts, carryMills } = invoiceAmounts(parts, billing.carryMills);
  const nextPeriodFrom = isEnd ? addDays(days.to, 1) : billing.periodFrom;
  return { days, nextPeriodFrom, carryMills, invoice: amounts };
}
