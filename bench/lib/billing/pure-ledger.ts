import { addDays, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import type { BillingHistory, NaiveInvoice, NaiveLedger } from '@app/shared/testing/billing/naive-ledger.ts';
import { billableDays, billOf, type Billing } from '../../../server/src/features/billing/invoices/next-bill.ts';
import { usageOf, type PriceFacts } from '../../../server/src/features/billing/usage/price-of-day.ts';
import type { RateCardVersion } from '../../../server/src/features/billing/usage/rate-card-queries.ts';
import type { UsageDay } from '../../../server/src/features/billing/usage/usage-queries.ts';

/** The calendar day of day 0 of every history. */
export const firstDay = '2026-01-01';
const calendar = Array.from({ length: 400 }, (_, no) => addDays(firstDay, no));
const noOf = new Map(calendar.map((day, no) => [day, no]));

/** Returns the calendar day with this number. Days outside of the prepared 400 days are computed. */
export const dayNo = (no: number): Day => calendar[no] ?? addDays(firstDay, no);
const numberOf = (day: Day): number => noOf.get(day) ?? NaN;

/** Runs a history through the product's pure functions, which price a day and make an invoice. */
export function pureLedger(history: BillingHistory): NaiveLedger & { readonly faults: readonly string[] } {
  const { cards, facts } = termsOf(history);
  const usage: UsageDay[] = [];
  const [mills, invoices, faults]: [(number | null)[], NaiveInvoice[], string[]] = [[], [], []];
  let corrections: { correctionId: number; mills: number; reason: string }[] = [];
  let billing: Billing = {
    finalDay: null,
    periodFrom: facts.periodFrom,
    closedThrough: addDays(firstDay, -1),
    billedThrough: addDays(facts.periodFrom, -1),
    frequency: 'monthly',
    carryMills: 0,
  };
  history.asins.forEach((asins, no) => {
    const day = dayNo(no);
    const { periodFrom } = billing;
    const priced = asins === null ? null : usageOf({ ...facts, periodFrom }, cards, { day, asins });
    if (priced) usage.push(priced);
    mills.push(priced?.mills ?? null);
    const made = history.corrections.filter((correction) => correction.day === no);
    corrections = [...corrections, ...made.map((one) => ({ correctionId: 1, mills: one.mills, reason: 'Credit' }))];
    const isDaily = history.frequencies.findLast(({ from }) => from <= no)?.isDaily ?? false;
    billing = { ...billing, closedThrough: day, frequency: isDaily ? 'daily' : 'monthly' };
    const billable = billableDays(billing);
    if (!billable) return;
    const { from, to } = billable.days;
    const days = usage.filter((one) => from <= one.day && one.day <= to);
    const bill = billOf(billing, billable, { usage: days, corrections, cards });
    if (!bill) return;
    corrections = [];
    billing = { ...billing, billedThrough: to, periodFrom: bill.nextPeriodFrom, carryMills: bill.carryMills };
    if (!bill.invoice) return;
    const { totalCents, lines } = bill.invoice;
    if (lines.reduce((sum, { cents }) => sum + cents, 0) !== totalCents) faults.push(`lines of the invoice of ${to}`);
    invoices.push({ from: numberOf(from), to: numberOf(to), cents: totalCents });
  });
  return { mills, invoices, carryMills: billing.carryMills, faults };
}

function termsOf(history: BillingHistory): { cards: readonly RateCardVersion[]; facts: PriceFacts } {
  const periodFrom = dayNo(history.chargedFrom);
  const cards = history.cards.map(({ from, card }) => ({ ...card, rateCardId: 'list', validFrom: dayNo(from) }));
  const { package: fees, discounts } = history;
  // The trial ends in the middle of the last free day, so the rest of that day is free too.
  const trialEndsAt = new Date(startOfDay(periodFrom).getTime() - 1000);
  return {
    cards,
    facts: {
      periodFrom,
      trialEndsAt,
      isExempt: false,
      discounts: discounts.map(({ percent, from, to }) => ({
        percent,
        from: dayNo(from),
        to: to === null ? null : dayNo(to),
      })),
      pricing: {
        plan: fees ? 'package' : 'daily',
        dailyFrom: fees?.dailyFrom == null ? null : dayNo(fees.dailyFrom),
        rateCardId: 'list',
        addonCount: fees?.addons ?? 0,
        formerAddonCounts: [],
        baseSubscriptionFeeCents: fees?.baseFeeCents ?? 0,
        addonSubscriptionFeeCents: fees?.addonFeeCents ?? 0,
      },
    },
  };
}

/** Compares two ledgers. Returns the cents by which their invoices differ, and the first difference in words. */
export function compareLedgers(ours: NaiveLedger, naive: NaiveLedger): { centsOff: number; what: string | null } {
  const day = naive.mills.findIndex((mills, no) => mills !== (ours.mills[no] ?? null));
  const count = Math.max(ours.invoices.length, naive.invoices.length);
  let [centsOff, what]: [number, string | null] = [0, null];
  if (day >= 0) what = `day ${day} costs ${ours.mills[day] ?? 'nothing'} mills instead of ${naive.mills[day]}`;
  for (let no = 0; no < count; no += 1) {
    const [our, their] = [ours.invoices[no], naive.invoices[no]];
    centsOff += Math.abs((our?.cents ?? 0) - (their?.cents ?? 0));
    if (JSON.stringify(our) !== JSON.stringify(their))
      what ??= `invoice ${no} is ${JSON.stringify(our)} instead of ${JSON.stringify(their)}`;
  }
  if (ours.carryMills !== naive.carryMills) what ??= `${ours.carryMills} mills carried instead of ${naive.carryMills}`;
  return { centsOff, what };
}
