import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { listInvoices, paymentStatusCall, saveBillingDetails } from '@app/shared/contract/billing.ts';
import { addDays, dayOf, type Day } from '@app/shared/base/calendar-day.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import type { Owner } from '../../../../testing/http/api.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { reconcile } from '../provider-events/reconcile.ts';

const billing = await billingApi({ STRIPE_TAX: 'on' });
const { api } = billing;

let owner: Owner;
/** The day on which the first period is billed. */
let billed: Day;

beforeEach(async () => {
  await billing.forgetTenants();
  await billing.happen({ type: 'clear' });
  owner = await api.owner();
  billed = addDays(dayOf(api.clock.now()), 61);
});

const liveUntil = (day: Day) => billing.liveUntil(owner, day, billed);

const address = { line1: '1 Pier Street', city: 'Kiel', postalCode: '24103', country: 'DE', taxId: '' };
const saveAddress = () => owner.call(saveBillingDetails, { body: { billingName: 'Brightkeel GmbH', address } });
const invoices = async () => (await owner.call(listInvoices, { query: {} })).invoices;

const charges = async () => (await billing.ledger()).filter(({ metadata }) => metadata.tenant === owner.tenantId);

async function mailsAbout(subject: RegExp) {
  await sendMessages({ ...api.ctx, db: api.worker });
  return api.mails.filter((mail) => mail.to === owner.email && subject.test(mail.subject));
}

async function refund(amount: number): Promise<void> {
  await billing.happen({ type: 'refund', amount });
  await billing.readEvents();
  await billing.work();
}

test('the mail about a payment and the billing history have the amount with the tax that the provider adds', async () => {
  await saveAddress();
  await billing.giveCard(owner);
  await liveUntil(billed);

  expect(await charges()).toMatchObject([{ status: 'succeeded', amount: 1189 }]);
  expect(await invoices()).toMatchObject([{ totalAmount: 1189, status: 'paid' }]);
  const [mail] = await mailsAbout(/^Paid: /);
  expect(mail?.subject).toBe('Paid: $11.89 for Watchpost');
  expect(mail?.text).toMatch(/Included tax:? +\$1\.90/);
  expect(await reconcile({ ...api.ctx, db: api.worker, payments: billing.payments })).toEqual([]);
});

test('an invoice is refunded when all of it was given back with its tax', async () => {
  await saveAddress();
  await billing.giveCard(owner);
  await liveUntil(billed);

  await refund(999);
  expect(await invoices()).toMatchObject([{ status: 'paid', refundedAmount: 999 }]);
  await refund(190);
  expect(await invoices()).toMatchObject([{ status: 'refunded', refundedAmount: 1189 }]);
});

test('affiliates are told of payments and refunds without the tax, of which a refund has its share', async () => {
  owner = await api.owner({ affiliateRef: 'partner-spring' });
  billed = addDays(dayOf(api.clock.now()), 61);
  await saveAddress();
  await billing.giveCard(owner);
  await liveUntil(billed);
  for (const amount of [595, 594]) await refund(amount);

  const { rows } = await sql<{ kind: string; cents: number }>`
    select e.kind, e.cents::float8 as cents
      from affiliate_events e
     where e.tenant_id = ${owner.tenantId}
       and e.cents is not null
     order by e.happened_at, e.cents desc`.execute(api.worker.global);
  expect(rows).toEqual([
    { kind: 'sale', cents: 999 },
    { kind: 'refund', cents: 500 },
    { kind: 'refund', cents: 499 },
  ]);
});

test('without a billing address the owner is asked for it, and what is open is charged when it is saved', async () => {
  await billing.giveCard(owner);
  await liveUntil(billed);

  const { paymentStatus, message } = await owner.call(paymentStatusCall, { query: {} });
  expect(paymentStatus).toBe(3);
  expect(message).toContain('The tax cannot be computed without your complete billing address. Please save it');
  const [mail] = await mailsAbout(/^The payment of \$9\.99 has failed$/);
  expect(mail?.text).toContain('Please save it under “Billing history”');

  // Only people read the reason.
  await sql`update invoices set last_error = 'An address is missing'`.execute(api.worker.global);
  await saveAddress();
  await billing.work();

  expect(await invoices()).toMatchObject([{ totalAmount: 1189, status: 'paid' }]);
  expect(await charges()).toMatchObject([{ status: 'succeeded', amount: 1189 }]);
});
