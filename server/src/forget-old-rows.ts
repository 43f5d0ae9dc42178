import type { Context } from './context.ts';
import { forgetPassingEvents } from './features/accounts/audit.ts';
import { forgetActs } from './admin/operator-queries.ts';
import { forgetTokens } from './features/auth/access-tokens/expiry-queries.ts';
import { forgetPasswordLinks } from './features/auth/mails/password-queries.ts';
import { forgetOldAttempts } from './features/auth/log-in/queries.ts';
import { forgetSessions } from './features/auth/sessions/session-queries.ts';
import { forgetPendingLogins } from './features/auth/second-step/two-factor-queries.ts';
import { forgetPaymentEvents } from './features/billing/provider-events/event-queries.ts';
import { forgetConnectionRequests } from './features/connections/request-queries.ts';
import { forgetOrders } from './features/catalog/sales/order-product-queries.ts';
import { orderDays } from './features/catalog/sales/sales.ts';
import { forgetMessages } from './features/delivering/outbox/message-queries.ts';
import { forgetReports } from './features/delivering/replies/report-queries.ts';
import { forgetPoisoned } from './features/observing/push/poisoned-queries.ts';
import { forgetNotifications } from './features/observing/push/push-queries.ts';
import { forgetPageCredits } from './features/observing/quota/page-budget-queries.ts';
import { forgetSpreadsheets } from './features/sales-spreadsheet/claim-queries.ts';
import { forgetAuthorizationRequests } from './features/sellers/queries.ts';
import { forgetKeptInvoices } from './features/tenant-data/deletion/erasing-queries.ts';
import { forgetAuthorizations } from './features/oauth/tokens/code-queries.ts';
import { forgetAnswers } from './features/public-api/writes/idempotent-answer-queries.ts';
import { forgetRefusals } from './features/sellers/standing/refusal-queries.ts';
import { dropMonths, makeMonths } from './lib/db/retention.ts';
import { dayMs } from '@app/shared/base/time.ts';

/** SQS keeps a message for at most 14 days, so older message ids cannot come again. */
const notificationDays = 15;
/** Page credits are counted per day. The rows of a month show the usage. */
const pageCreditDays = 40;
/**
 * A refused request is repeated within hours. A refusal older than a day belongs to a request that is no longer made,
 * for example because the seller has left a marketplace.
 */
const refusalDays = 1;
/** Programs repeat a request within minutes. */
const idempotencyDays = 1;
/** A program may ask 300 questions a minute. */
const passingEventDays = 90;
/** Longer than a mail service repeats a report. */
const mailReportDays = 30;
/** The payment provider lists its events for 30 days; an older one cannot come again. */
const paymentEventDays = 40;
/** An expired token stays in the list of its person for this long. */
const expiredTokenDays = 30;
/** As long as the alerts that an act may explain. */
const operatorActDays = 400;
/** Days for which the monthly series are kept. A partition is dropped when its last day is older. */
const keptDays = {
  observation_history: 120,
  rank_days: 120,
  flips: 400,
  deliveries: 400,
  sales_days: 731,
  advertising_days: 731,
} as const;

/**
 * Deletes rows that can no longer be requested, because tables that only grow slow every query down, and creates the
 * partitions of the coming months.
 */
export async function forgetOldRows({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now();
  const before = (days: number): Date => new Date(now.getTime() - days * dayMs);
  await forgetSessions(db.global, now);
  await forgetPasswordLinks(db.global, now);
  await forgetPendingLogins(db.global, now);
  await forgetAuthorizations(db.global, before(1));
  await forgetTokens(db.global, before(expiredTokenDays));
  await forgetAuthorizationRequests(db.global, now);
  await forgetConnectionRequests(db.global, now);
  await forgetAnswers(db.global, before(idempotencyDays));
  await forgetPassingEvents(db.global, before(passingEventDays));
  await forgetRefusals(db.global, before(refusalDays));
  await forgetOldAttempts(db.global, before(1));
  await forgetNotifications(db.global, before(notificationDays));
  await forgetPoisoned(db.global, before(notificationDays));
  await forgetOrders(db.global, before(orderDays));
  await forgetPageCredits(db.global, before(pageCreditDays));
  await forgetReports(db.global, before(mailReportDays));
  await forgetPaymentEvents(db.global, before(paymentEventDays));
  await forgetActs(db.global, before(operatorActDays));
  await forgetSpreadsheets(db.global, now);
  await forgetKeptInvoices(db.global, now);
  await forgetMessages(db.global, before(keptDays.deliveries));
  const made = await makeMonths(db.global, now);
  if (made.length > 0) log.info({ months: made }, 'the partitions of coming months were created');
  for (const [series, days] of Object.entries(keptDays)) {
    const months = await dropMonths(db.global, series, before(days));
    if (months.length > 0) log.info({ months }, 'the partitions of old months were dropped');
  }
}
