import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { StandIn } from '../../../scripts/processes/stand-in.ts';
import { createPayments, type Payments } from '../../../server/src/external/stripe/payments.ts';
import type { CollectingContext } from '../../../server/src/features/billing/collecting/collect.ts';
import { saveMethod } from '../../../server/src/features/billing/methods/method-queries.ts';
import type { Db } from '../../../server/src/lib/db/db.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { systemRandom } from '../../../server/src/lib/random.ts';
import { parseEncryptionKeys } from '../../../server/src/lib/secrets.ts';
import { readConfig } from '../../../server/src/config.ts';
import { testClock, type TestClock } from '../../../server/testing/clock.ts';

/** Tenants with an invoice that is due, the database, and the stand-in of the payment provider. */
export interface CollectingWorld {
  readonly db: Db;
  readonly clock: TestClock;
  readonly payments: Payments;
  readonly ctx: CollectingContext & { readonly random: typeof systemRandom };
  readonly environment: ProviderEnvironment;
  happen(action: { readonly type: string; readonly [detail: string]: unknown }): Promise<unknown>;
  /** Every charge that was attempted for the invoice, oldest first. */
  chargesOf(invoiceId: string): Promise<readonly LedgerCharge[]>;
  /** Creates a tenant with a card; `null` creates the tenant without a card. */
  addTenant(token?: string | null): Promise<PayingTenant>;
  /** Gives the tenant another card, as its owner does. */
  addCard(tenant: PayingTenant, token: string): Promise<string>;
  /** Sets up a verified bank account at the provider, as the tenant's browser does. Returns the set-up intent. */
  setUpBank(tenant: PayingTenant): Promise<string>;
  addInvoice(tenant: PayingTenant): Promise<DueInvoiceRow>;
  readInvoice(invoice: DueInvoiceRow): Promise<StoredInvoice>;
}

export interface PayingTenant {
  readonly tenantId: string;
  readonly customerId: string;
}

export interface DueInvoiceRow extends PayingTenant {
  readonly invoiceId: string;
  readonly totalCents: number;
}

interface StoredInvoice {
  readonly state: string;
  readonly failedAttempts: number;
  readonly transfers: number;
  readonly attemptAt: Date | null;
  readonly refundedCents: number;
}

const charge = z.object({
  id: z.string(),
  status: z.enum(['succeeded', 'pending', 'failed']),
  amount: z.int(),
  amountRefunded: z.int(),
});
type LedgerCharge = z.infer<typeof charge>;

/** The configuration of the payment provider. It is passed to a child process as JSON. */
export interface ProviderEnvironment {
  readonly apiUrl: string;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
}

export const openPayments = (environment: ProviderEnvironment): Payments =>
  createPayments({ ...environment, scriptUrl: '', isTaxed: false });

const encryptionKeys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;

/** The parts of the context that composing a mail needs. The mails are not sent. */
export const mailParts = {
  config: readConfig({ DATABASE_URL: 'postgres://unused.test/watchpost', ENCRYPTION_KEYS: encryptionKeys }),
  keys: parseEncryptionKeys(encryptionKeys),
  random: systemRandom,
};

const worldStart = new Date('2026-06-15T12:00:00Z');

/** The addresses and the control calls of a stand-in. */
export type ProviderControl = Pick<StandIn, 'environment' | 'control'>;

export function collectingWorld(db: Db, standIn: ProviderControl): CollectingWorld {
  const environment = {
    apiUrl: standIn.environment['STRIPE_API_URL'] ?? '',
    secretKey: standIn.environment['STRIPE_SECRET_KEY'] ?? '',
    publishableKey: standIn.environment['STRIPE_PUBLISHABLE_KEY'] ?? '',
    webhookSecret: standIn.environment['STRIPE_WEBHOOK_SECRET'] ?? '',
  };
  const payments = openPayments(environment);
  const clock = testClock(worldStart);
  const log = createLog('silent');
  let invoices = 0;
  const world: CollectingWorld = {
    db,
    clock,
    payments,
    environment,
    ctx: { db, clock, payments, log, ...mailParts },
    happen: (action) => standIn.control('POST', '/sandbox/stripe', action),
    async chargesOf(invoiceId) {
      return z.array(charge).parse(await standIn.control('GET', `/sandbox/stripe/ledger?invoice=${invoiceId}`));
    },
    async addTenant(token: string | null = 'tok_visa') {
      const tenantId = crypto.randomUUID();
      await insertTenant(db, tenantId);
      const customerId = await payments.methods.createCustomer({
        tenantId,
        email: 'owner@example.test',
        name: 'Lark',
        replaced: null,
      });
      await db.tenant(tenantId, (tx) =>
        sql`update tenant_subscriptions set customer_id = ${customerId} where tenant_id = ${tenantId}`.execute(tx),
      );
      if (token !== null) await world.addCard({ tenantId, customerId }, token);
      return { tenantId, customerId };
    },
    async addCard({ tenantId, customerId }, token) {
      const setup = await payments.methods.setUpToken(customerId, token);
      if (setup.methodId === null) throw new Error('The set-up has a method');
      const method = await payments.methods.readMethod(setup.methodId);
      await payments.methods.makeDefault(customerId, method.methodId);
      const { setupIntentId, createdAt: setupCreatedAt } = setup;
      const saved = { ...method, tenantId, setupIntentId, setupCreatedAt, verificationUrl: null };
      await db.tenant(tenantId, (tx) => saveMethod(tx, { ...saved, status: 'usable', savedAt: clock.now() }));
      return setup.setupIntentId;
    },
    async setUpBank({ customerId }) {
      const { id } = await postForm(environment, 'setup_intents', {
        customer: customerId,
        payment_method: 'pm_usBankAccount_success',
      });
      await postForm(environment, `setup_intents/${id}/confirm`, {
        'mandate_data[customer_acceptance][type]': 'online',
      });
      await postForm(environment, `setup_intents/${id}/verify_microdeposits`, { descriptor_code: 'SM11AA' });
      return id;
    },
    async addInvoice({ tenantId, customerId }) {
      invoices += 1;
      const invoiceId = crypto.randomUUID();
      const totalCents = 999 + invoices;
      await insertInvoice(db, { tenantId, invoiceId, totalCents, no: invoices, at: clock.now() });
      return { tenantId, customerId, invoiceId, totalCents };
    },
    async readInvoice({ tenantId, invoiceId }) {
      const { rows } = await db.tenant(tenantId, (tx) =>
        sql<StoredInvoice>`
          select i.state, i.failed_attempts as "failedAttempts", i.transfers, i.attempt_at as "attemptAt",
                 i.refunded_cents::float8 as "refundedCents"
            from invoices i
           where i.tenant_id = ${tenantId}
             and i.invoice_id = ${invoiceId}`.execute(tx),
      );
      const [row] = rows;
      if (!row) throw new Error('The invoice is stored');
      return row;
    },
  };
  return world;
}

const answer = z.object({ id: z.string() });

async function postForm(
  { apiUrl, secretKey }: ProviderEnvironment,
  path: string,
  form: Record<string, string>,
): Promise<z.infer<typeof answer>> {
  const headers = { authorization: `Bearer ${secretKey}` };
  const response = await fetch(`${apiUrl}/v1/${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });
  return answer.parse(await response.json());
}

async function insertTenant(db: Db, tenantId: string): Promise<void> {
  await db.tenant(tenantId, (tx) =>
    sql`
      with tenant as (
        insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
        values (${tenantId}, 'Lark', 'brand', 'e', '2026-01-31', '2026-01-01')
      ),
      subscription as (
        insert into tenant_subscriptions (tenant_id, state, period_from, closed_through, billed_through)
        values (${tenantId}, 'active', '2026-06-01', '2026-06-14', '2026-05-31')
      )
      insert into service_periods (tenant_id, served_from)
      values (${tenantId}, '2026-01-01')`.execute(tx),
  );
}

async function insertInvoice(
  db: Db,
  { tenantId, invoiceId, totalCents, no, at }: { tenantId: string; invoiceId: string; totalCents: number; no: number; at: Date }, // prettier-ignore
): Promise<void> {
  const lines = JSON.stringify([
    { description: 'Base', mills: 9_990, cents: 999 },
    { description: 'ASINs 21 to 100', mills: no * 10, cents: no },
  ]);
  await db.tenant(tenantId, (tx) =>
    sql`
      insert into invoices (
        tenant_id, invoice_id, number, from_day, to_day, total_cents, lines, billing_name, created_at, attempt_at
      )
      values (
        ${tenantId}, ${invoiceId}, ${`N-${invoiceId.slice(0, 8)}-${no}`}, '2026-05-01', '2026-05-30', ${totalCents},
        ${lines}::jsonb, 'Lark', ${at}, ${at}
      )`.execute(tx),
  );
}
