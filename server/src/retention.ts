import { dayMs } from '@app/shared/base/time.ts';
import { forgetActs } from './admin/operator-queries.ts';
import { forgetAuditEvents, forgetPassingEvents } from './features/accounts/audit-queries.ts';
import { forgetReportedDays } from './features/advertising/report-queries.ts';
import { forgetTokens } from './features/auth/access-tokens/expiry-queries.ts';
import { forgetPasswordLinks } from './features/auth/mails/password-queries.ts';
import { forgetOldAttempts } from './features/auth/log-in/queries.ts';
import { forgetSessions } from './features/auth/sessions/session-queries.ts';
import { forgetPendingLogins } from './features/auth/second-step/two-factor-queries.ts';
import { forgetPaymentEvents } from './features/billing/provider-events/event-queries.ts';
import { forgetConnectionRequests } from './features/connections/request-queries.ts';
import { forgetOrders } from './features/catalog/sales/order-product-queries.ts';
import { forgetSellerNames } from './features/catalog/seller-name-queries.ts';
import { orderDays } from './features/catalog/sales/sales.ts';
import { forgetIncidents } from './features/judging/weigh/incident-queries.ts';
import { forgetMessages } from './features/delivering/outbox/message-queries.ts';
import { forgetReports } from './features/delivering/replies/report-queries.ts';
import { forgetAuthorizations } from './features/oauth/tokens/code-queries.ts';
import { forgetPoisoned } from './features/observing/push/poisoned-queries.ts';
import { forgetNotifications } from './features/observing/push/taken-queries.ts';
import { keepLastFacts } from './features/observing/recording/history-queries.ts';
import { forgetIdleBuckets } from './features/observing/quota/bucket-queries.ts';
import { forgetPageCredits } from './features/observing/quota/page-budget-queries.ts';
import { forgetAnswers } from './features/public-api/writes/idempotent-answer-queries.ts';
import { forgetSpreadsheets } from './features/sales-spreadsheet/claim-queries.ts';
import { forgetEndedTracking } from './features/sellers/deleted-accounts/deleted-account-queries.ts';
import { forgetAuthorizationRequests } from './features/sellers/queries.ts';
import { forgetRefusals } from './features/sellers/standing/refusal-queries.ts';
import { forgetKeptInvoices } from './features/tenant-data/deletion/erasing-queries.ts';
import type { Db, Executor } from './lib/db/db.ts';

/** Rows that are deleted by their age. */
interface Rule {
  readonly tables: readonly string[];
  /** The number of days for which a row is kept after the instant. */
  readonly days: number;
  /** The instant from which the days are counted. */
  readonly after: string;
  /** The reason for this number of days. */
  readonly because: string;
  forget(db: Executor, before: Date): Promise<unknown>;
}

const kept = { messages: 400, products: 731 } as const;

export const rules: readonly Rule[] = [
  {
    tables: ['sessions', 'push_subscriptions'],
    days: 0,
    after: 'the end of the session',
    because: 'it admits nobody any more',
    forget: forgetSessions,
  },
  { tables: ['password_links'], days: 0, after: 'its end', because: 'the link is dead', forget: forgetPasswordLinks },
  { tables: ['pending_logins'], days: 0, after: 'its end', because: 'the log-in is over', forget: forgetPendingLogins },
  {
    tables: ['authorization_requests'],
    days: 0,
    after: 'its end',
    because: 'the consent is over',
    forget: forgetAuthorizationRequests,
  },
  {
    tables: ['connection_requests'],
    days: 0,
    after: 'its end',
    because: 'the consent is over',
    forget: forgetConnectionRequests,
  },
  {
    tables: ['sales_spreadsheets', 'sales_spreadsheet_parts', 'sales_spreadsheet_recipients'],
    days: 0,
    after: 'the end of its link, a week after the mail',
    because: 'nobody can open it any more',
    forget: forgetSpreadsheets,
  },
  {
    tables: ['kept_invoices'],
    days: 0,
    after: 'ten years from the invoice',
    because: 'commercial and tax law',
    forget: forgetKeptInvoices,
  },
  {
    tables: ['oauth_codes', 'oauth_refresh_tokens', 'integration_authorizations'],
    days: 1,
    after: 'the end of the last token, or of the year of an authorisation that has hooks',
    because: 'a second exchange of a code ends the authorisation',
    forget: forgetAuthorizations,
  },
  {
    tables: ['idempotent_answers'],
    days: 1,
    after: 'the answer',
    because: 'programs repeat a request within minutes',
    forget: forgetAnswers,
  },
  {
    tables: ['request_refusals'],
    days: 1,
    after: 'the instant at which it may be repeated',
    because:
      'a refused request is repeated within hours; an older one is no longer made, as after a marketplace was left',
    forget: forgetRefusals,
  },
  {
    tables: ['login_attempts'],
    days: 1,
    after: 'the first attempt of a window',
    because: 'no window is longer',
    forget: forgetOldAttempts,
  },
  {
    tables: ['notifications_taken'],
    days: 15,
    after: 'it was taken',
    because: 'SQS keeps a message for at most 14 days, so that an older id cannot come again',
    forget: forgetNotifications,
  },
  {
    tables: ['poisoned_notifications'],
    days: 15,
    after: 'it was set aside',
    because: 'as long as its id could come again',
    forget: forgetPoisoned,
  },
  {
    tables: ['access_tokens', 'token_calls', 'token_tenants'],
    days: 30,
    after: 'the end of the token',
    because: 'it stays in the list of its person for this long',
    forget: forgetTokens,
  },
  {
    tables: ['mail_reports'],
    days: 30,
    after: 'it was handled',
    because: 'longer than a mail service repeats a report',
    forget: forgetReports,
  },
  {
    tables: ['quota_buckets'],
    days: 30,
    after: 'its last use',
    because: 'an unused bucket is full, as a new one is',
    forget: forgetIdleBuckets,
  },
  {
    tables: ['page_credits'],
    days: 40,
    after: 'the day',
    because: 'the rows of a month show the usage',
    forget: forgetPageCredits,
  },
  {
    tables: ['payment_events'],
    days: 40,
    after: 'it was received and handled',
    because: 'the payment provider lists its events for 30 days',
    forget: forgetPaymentEvents,
  },
  {
    tables: ['audit_events'],
    days: 90,
    after: 'a log-in or a question of an assistant',
    because: 'a program may ask 300 questions a minute',
    forget: forgetPassingEvents,
  },
  {
    tables: ['audit_events'],
    days: 1_096,
    after: 'any other event',
    because: 'three years, after which claims are usually barred',
    forget: forgetAuditEvents,
  },
  {
    tables: ['order_products'],
    days: orderDays,
    after: 'the day of the order',
    because: 'an older order does not change any more',
    forget: forgetOrders,
  },
  {
    tables: ['incidents'],
    days: kept.messages,
    after: 'its last change',
    because: 'as long as its alerts',
    forget: forgetIncidents,
  },
  {
    tables: ['seller_names'],
    days: kept.messages,
    after: 'a page showed it last',
    because: 'as long as the alerts that may name the seller',
    forget: forgetSellerNames,
  },
  {
    tables: ['messages'],
    days: kept.messages,
    after: 'it was made',
    because: 'as long as the alerts in it',
    forget: forgetMessages,
  },
  {
    tables: ['operator_acts'],
    days: kept.messages,
    after: 'the act',
    because: 'as long as the alerts that it may explain',
    forget: forgetActs,
  },
  {
    tables: ['ended_tracking'],
    days: kept.products,
    after: 'the end of the tracking',
    because: 'as long as the days on which it is charged are explained by product',
    forget: forgetEndedTracking,
  },
  {
    tables: ['advertising_reported_days'],
    days: kept.products,
    after: 'the day',
    because: 'as long as the figures of the day',
    forget: forgetReportedDays,
  },
];

export interface Series {
  readonly days: number;
  /** The column by which the series is partitioned. */
  readonly column: string;
  /** Keeps what is needed of the months before this one, which are dropped next. */
  keepFrom?(db: Pick<Db, 'global' | 'tenant'>, month: Date): Promise<unknown>;
}

/** By monthly series, the days for which it is kept. A partition is dropped when its last day is older. */
export const series: Readonly<Record<string, Series>> = {
  observation_history: { days: 120, column: 'observed_at', keepFrom: keepLastFacts },
  rank_days: { days: 120, column: 'day' },
  flips: { days: kept.messages, column: 'at' },
  deliveries: { days: kept.messages, column: 'flip_at' },
  sales_days: { days: kept.products, column: 'day' },
  advertising_days: { days: kept.products, column: 'day' },
};

/** By table, the reason why its rows are not deleted by their age. */
export const unlimited: Readonly<Record<string, string>> = {
  ...because('it is the account itself', ['tenants', 'tenant_subscriptions', 'tenant_exports', 'tenant_deletions']),
  ...because('people add and remove it', [
    'email_addresses',
    'logins',
    'email_verifications',
    'authenticator_apps',
    'passkeys',
    'recovery_codes',
    'channels',
    'connections',
    'google_sheets',
    'payment_methods',
    'watchdog_settings',
  ]),
  ...because('it belongs to a connected seller account, and is deleted with it', [
    'seller_accounts',
    'seller_marketplaces',
    'selling_partners',
    'subscriptions',
    'subscription_refusals',
    'default_settings',
    'sweeps',
    'advertising_profiles',
  ]),
  ...because('there is one for each product, listing or item, and it is deleted with the product', [
    'products',
    'listings',
    'observations',
    'items',
    'tracking_periods',
  ]),
  ...because('it is the ledger, from which every invoice can be computed again', [
    'usage_days',
    'service_periods',
    'discounts',
    'former_addon_counts',
    'corrections',
    'invoices',
    'affiliate_events',
  ]),
  ...because('operators and releases write it', [
    'migrations',
    'packages',
    'price_lists',
    'rate_cards',
    'invite_codes',
    'payment_provider_state',
    'operator_alarms',
    'operators',
  ]),
  ...because('a process writes it about itself, and it is deleted a minute after the process has ended', [
    'processes',
    'set_aside_turns',
  ]),
};

function because(reason: string, tables: readonly string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, reason]));
}

export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);
