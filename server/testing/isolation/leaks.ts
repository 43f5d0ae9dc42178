import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { dbOf, type Db } from '../../src/lib/db/db.ts';
import { OpeningClient } from '../../src/lib/db/opening-client.ts';

/** A condition that is removed from a statement on purpose. */
export interface Leak {
  readonly title: string;
  /** Matches the statement in which the condition is removed. */
  readonly statement: RegExp;
  readonly missing: 'tenant' | 'access';
}

/** The leak of a run, and how often it was applied. */
export interface PlantedLeak {
  /** The leak of the run; `null` disables row-level security only. */
  readonly leak: Leak | null;
  /** Number of rewritten statements. A leak that was never applied proves nothing. */
  uses: number;
}

const conditions = {
  // The parameter stays in the statement, because PostgreSQL has to know its type.
  tenant: { of: /(?:\b\w+\.)?tenant_id = (\$\d+)(?!\d)/g, as: '$1::uuid is not null' },
  access: { of: /\b\w+\.seller_account_id <> all \((\$\d+)::bigint\[\]\)/g, as: '($1::bigint[] is not null)' },
} as const;

/** Opens the database as a superuser, so that row-level security does not hide a leak. */
export function leakyDb(url: string, planted: PlantedLeak): Db {
  const { leak } = planted;
  const pool = new pg.Pool({ connectionString: url, max: 8, Client: OpeningClient, pipeline: true });
  const rewritten = (text: string): string => {
    if (!leak?.statement.test(text)) return text;
    const { of, as } = conditions[leak.missing];
    const changed = text.replaceAll(of, as);
    if (changed !== text) planted.uses += 1;
    return changed;
  };
  // Dropping the clone ends idle connections that are being closed. A pool without a listener ends the process then.
  pool.on('error', () => undefined);
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  pool.on('connect', (client) => rewriteQueries(client, rewritten));
  return dbOf(kysely, {
    measurePool: () => ({ waiters: 0, longestWaitMs: 0 }),
    prober: kysely,
    leave: () => undefined,
  });
}

type Query = (text: string, values?: unknown[]) => unknown;

/** Kysely passes a text and its values to the client. */
function rewriteQueries(client: pg.PoolClient, rewritten: (text: string) => string): void {
  const query = client.query.bind(client) as Query;
  const leaky: Query = (text, values) => query(typeof text === 'string' ? rewritten(text) : text, values);
  Object.assign(client, { query: leaky });
}

const tenant = (title: string, statement: RegExp): Leak => ({ title, statement, missing: 'tenant' });
const access = (title: string, statement: RegExp): Leak => ({ title, statement, missing: 'access' });

const triage = /p\.product_id = any \(\$\d+::bigint\[\]\)\s+and p\.is_tracked\s+and p\.seller_account_id/;
const sellerList = /from seller_accounts s\s+where[\s\S]*order by s\.seller_account_id/;
const worldProducts = /p\.sales_known_at as "salesKnownAt"/;
const worldItems = /i\.to_text as "to"[\s\S]*from items i/;
const worldNews = /r\.is_improved as "isImproved"/;
const freshness = /from sweeps s\s+join seller_accounts a/;
const chartedProduct = /a\.created_at as "connectedAt"/;
const drawnChart = /i\.status, i\.about\s+from products p/;
const sheet = /s\.selling_partner_id as "sellerKey"[\s\S]*left join items i/;
const programAlerts = /as "isLatest"\s+from flips f/;
const programShops = /select distinct a\.seller_account_id as "sellerId"/;
const asinPlaces = /bool_or\(p\.is_tracked\)/;

/** Covers each kind of statement: lists, checks before a write, and writes. */
export const plantedLeaks: readonly Leak[] = [
  tenant('seller accounts', sellerList),
  tenant('addresses and what they want', /from email_addresses e\s+left join email_verifications/),
  tenant('the settings of a kind', /select w\.type, w\.settings\s+from watchdog_settings/),
  tenant('default thresholds', /from default_settings d\s+where[\s\S]*order by d\.type/),
  tenant('the audit trail', /from audit_events a/),
  tenant('applications that may act', /from integration_authorizations i/),
  tenant('the connection to a service', /from connections c\s+where[\s\S]*c\.subject = /),
  tenant('taking an application’s right away', /delete from integration_authorizations/),
  tenant('access tokens', /from access_tokens a\s+join email_addresses e/),
  tenant('revoking an access token', /delete from access_tokens[\s\S]*token_tenants/),
  tenant('an address to confirm', /is not null as "isStopped"/),
  tenant('channels', /from channels c/),
  tenant('what was sent', /from deliveries d[\s\S]*join flips/),
  tenant('invoices', /from invoices i\s+where[\s\S]*order by i\.created_at desc, i\.number desc/),
  tenant('closed days', /u\.rate_card_from as "rateCardFrom"[\s\S]*from usage_days u/),
  tenant('corrections', /from corrections c\s+where[\s\S]*order by c\.correction_id/),
  tenant('the state of the subscription', /s\.took_offer_at is not null/),
  tenant('the payment method', /m\.account_holder as "accountHolder"/),
  tenant(
    'the address on invoices',
    /select\s+s\.billing_name as "billingName",\s+s\.billing_address as address\s+from/,
  ),
  tenant('saving the address on invoices', /set billing_name = /),
  tenant('the budget', /select[\s\S]*budget_cents[\s\S]*from tenant_subscriptions s\s+where s\.tenant_id/),
  tenant('items to triage', triage),
  tenant('products of the world', worldProducts),
  tenant('a product of a chart', chartedProduct),
  tenant('the chart of an item', drawnChart),
  tenant('where an ASIN is tracked', asinPlaces),
  tenant('freshness', freshness),
  tenant('alerts for programs', programAlerts),
  tenant('shops for programs', programShops),
  access('seller accounts', sellerList),
  access('items to triage', triage),
  access('products of the world', worldProducts),
  access('items of the world', worldItems),
  access('news of the world', worldNews),
  access('a product of a chart', chartedProduct),
  access('the chart of an item', drawnChart),
  access('default thresholds', /from default_settings d\s+where[\s\S]*order by d\.type/),
  access('a spreadsheet', sheet),
  access('where an ASIN is tracked', asinPlaces),
  access('freshness', freshness),
  access('alerts for programs', programAlerts),
  access('shops for programs', programShops),
];
