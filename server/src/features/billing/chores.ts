import { dayMs, minuteMs, secondMs } from '@app/shared/base/time.ts';
import type { Context } from '../../context.ts';
import { firstPromoter } from '../../external/affiliate/first-promoter.ts';
import { pacedMs } from '../../lib/jobs/loop.ts';
import type { Turns } from '../../lib/jobs/tenant-turns.ts';
import type { WorkBells } from '../../lib/jobs/work-bells.ts';
import { reportAffiliateEvents } from './affiliates/report-events.ts';
import { heedBudgets } from './budget/heed-budgets.ts';
import { collectInvoices } from './collecting/collect.ts';
import { makeInvoices } from './invoices/make-invoices.ts';
import { requestBalances } from './methods/request-balances.ts';
import { tellOfExpiringCards, tellOfRates } from './mails/tell-ahead.ts';
import { handlePaymentEvents } from './provider-events/handle-events.ts';
import { readEvents } from './provider-events/read-events.ts';
import { reconcile, reconcileRefunds } from './provider-events/reconcile.ts';
import { deleteBlockedData, type DeletingContext } from './standing/delete-blocked-data.ts';
import { sendUnsentDetails } from './standing/send-details.ts';
import { reviewDue } from './standing/review.ts';
import { checkDays } from './usage/check-days.ts';
import { closeDays } from './usage/close-days.ts';

/**
 * Days are closed and invoices are made once a day. The interval can be short, because looking for this work takes
 * milliseconds.
 */
const dailyWorkMs = 20 * secondMs;
const tellAheadEveryMs = 10 * minuteMs;
/** Blocked data is kept for months, so minutes do not matter. The mail about its deletion follows within minutes. */
const deleteDataEveryMs = 10 * minuteMs;
/** Only provider events whose delivery was lost wait for this reading. */
const readEventsEveryMs = 15 * minuteMs;
/** The shortest interval, which only tests with a speed-up reach; payments and provider events are announced. */
const fastMs = 2_000;

/** Functions of other features, passed in by the program that composes them. */
interface BillingParts extends Pick<DeletingContext, 'deleteSellersOf'> {
  readonly bells: WorkBells;
}

/** The background work of billing. Without a payment provider invoices are made and wait. */
export function billingChores(ctx: Context, { bells, ...parts }: BillingParts) {
  const { payments } = ctx;
  const slowMs = Math.max(fastMs, dailyWorkMs / ctx.config.checkSpeedup);
  const everyMs = Math.max(fastMs, pacedMs(ctx.config.checkSpeedup));
  /**
   * The interval of work whose result a person may wait for, such as a payment. Announced work begins without a wait.
   */
  const waitedFor = () => ({ everyMs, wake: bells.wakeFor('billing') });
  const chores = [
    { name: 'close days', everyMs: slowMs, turn: (turns: Turns) => closeDays(ctx, turns) },
    { name: 'check closed days', everyMs: slowMs, turn: () => checkDays(ctx) },
    { name: 'heed budgets', everyMs: slowMs, turn: (turns: Turns) => heedBudgets(ctx, turns) },
    { name: 'make invoices', everyMs: slowMs, turn: (turns: Turns) => makeInvoices(ctx, turns) },
    { name: 'tell of rates', everyMs: tellAheadEveryMs, turn: (turns: Turns) => tellOfRates(ctx, turns) },
    {
      name: 'tell of expiring cards',
      everyMs: tellAheadEveryMs,
      turn: (turns: Turns) => tellOfExpiringCards(ctx, turns),
    },
    { name: 'review subscriptions', ...waitedFor(), turn: (turns: Turns) => reviewDue(ctx, turns) },
  ];
  const { affiliates } = ctx.config;
  if (affiliates) {
    const reporting = { ...ctx, affiliates: firstPromoter(affiliates, ctx) };
    const turn = (turns: Turns) => reportAffiliateEvents(reporting, turns);
    chores.push({ name: 'report to the affiliate service', everyMs, turn });
  }
  if (!payments) return chores;
  const paying = { ...ctx, payments };
  return [
    ...chores,
    { name: 'collect invoices', ...waitedFor(), turn: (turns: Turns) => collectInvoices(paying, turns) },
    { name: 'request bank balances', everyMs, turn: (turns: Turns) => requestBalances(paying, turns) },
    { name: 'send billing details', everyMs, turn: (turns: Turns) => sendUnsentDetails(paying, turns) },
    {
      name: 'delete data of blocked accounts',
      everyMs: deleteDataEveryMs,
      turn: (turns: Turns) => deleteBlockedData({ ...paying, ...parts }, turns),
    },
    { name: 'handle payment events', ...waitedFor(), turn: () => handlePaymentEvents(paying) },
    { name: 'read payment events', everyMs: readEventsEveryMs, turn: () => readEvents(paying) },
    { name: 'reconcile invoices', everyMs: dayMs, turn: () => reconcile(paying).then(() => undefined) },
    { name: 'reconcile refunds', everyMs: dayMs, turn: () => reconcileRefunds(paying) },
  ];
}
