import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { listInvoices, paymentStatusCall, setBankAccount, startPaymentSetup } from '@app/shared/contract/billing.ts';
import { addDays, dayOf, type Day } from '@app/shared/base/calendar-day.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import type { Owner } from '../../../../testing/http/api.ts';

const billing = await billingApi();
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

const statusCode = async () => (await owner.call(paymentStatusCall, { query: {} })).paymentStatus;
const invoiceStatus = async () =>
  (await owner.call(listInvoices, { query: {} })).invoices.map((invoice) => invoice.status);

/** Saves a bank account as the provider's script does and confirms its micro-deposits. */
async function giveBank(account: string): Promise<void> {
  const { clientSecret } = await owner.call(startPaymentSetup, { body: { method: 'ach' } });
  const setupIntentId = clientSecret.split('_secret_')[0] ?? '';
  await billing.confirmBankSetup(setupIntentId, account);
  await owner.call(setBankAccount, { body: { token: setupIntentId } });
}

async function decideTransfer(type: 'return' | 'settle'): Promise<void> {
  await billing.happen({ type });
  await billing.readEvents();
  await billing.work();
}

test('a bank account is debited three times at most, and another one is debited at once', async () => {
  await giveBank('000222222227');
  await billing.workUntil(addDays(billed, -1), 10);
  for (const day of [0, 3, 7]) {
    await billing.workUntil(addDays(billed, day));
    await decideTransfer('return');
  }
  await billing.workUntil(addDays(billed, 14));
  await billing.logInAgain(owner);
  expect(await statusCode()).toBe(402);
  expect((await billing.ledger()).filter(({ metadata }) => metadata.tenant === owner.tenantId)).toHaveLength(3);

  await giveBank('000123456789');
  await billing.work();
  expect(await invoiceStatus()).toEqual(['processing']);
  await decideTransfer('settle');
  expect(await invoiceStatus()).toEqual(['paid']);
  expect(await statusCode()).toBe(2);
});

test('a card that is saved while a transfer is on its way is charged as soon as the bank returns the transfer', async () => {
  await giveBank('000222222227');
  await billing.workUntil(addDays(billed, -1), 10);
  await billing.workUntil(billed);
  await billing.logInAgain(owner);
  await billing.giveCard(owner);
  await billing.work();
  expect(await invoiceStatus()).toEqual(['processing']);

  await decideTransfer('return');
  await billing.work();

  expect(await invoiceStatus()).toEqual(['paid']);
});

test('a transfer whose bank account was removed meanwhile is looked at once a day, in case its event is lost', async () => {
  await giveBank('000123456789');
  await billing.workUntil(addDays(billed, -1), 10);
  await billing.workUntil(billed);
  await billing.logInAgain(owner);
  const { rows } = await sql<{ methodId: string }>`
    select m.method_id as "methodId"
      from payment_methods m
     where m.tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  await billing.happen({ type: 'detach', paymentMethod: rows[0]?.methodId });
  await billing.readEvents();
  await billing.work();
  await billing.happen({ type: 'settle' });

  await billing.workUntil(addDays(billed, 2));

  await billing.logInAgain(owner);
  expect(await invoiceStatus()).toEqual(['paid']);
});
