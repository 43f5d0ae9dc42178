import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  cancelSubscription,
  paymentStatusCall,
  resumeSubscription,
  setBankAccount,
  startPaymentSetup,
} from '@app/shared/contract/billing.ts';
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

async function giveLinkedBank(): Promise<string> {
  const { clientSecret } = await owner.call(startPaymentSetup, { body: { method: 'ach' } });
  const setupIntentId = clientSecret.split('_secret_')[0] ?? '';
  const bankLinkId = await billing.linkBank(setupIntentId, '000123456789');
  await owner.call(setBankAccount, { body: { token: setupIntentId } });
  return bankLinkId;
}

/** Runs the work, delivers the events that it has caused, and handles them. */
async function settle(): Promise<void> {
  await billing.work();
  await billing.readEvents();
  await billing.work();
}

const balance = async () => {
  await billing.logInAgain(owner);
  return (await owner.call(paymentStatusCall, { query: {} })).paymentMethod?.balance;
};

const answersOf = async (bankLinkId: string): Promise<number> =>
  (await billing.payments.listEvents(new Date(0))).filter(
    ({ type, objectId }) => type.endsWith('refreshed_balance') && objectId === bankLinkId,
  ).length;

test('the balance of a linked bank account is read when it is saved, and with its time', async () => {
  await giveLinkedBank();
  expect(await balance()).toBeNull();

  await settle();

  const { paymentMethod } = await owner.call(paymentStatusCall, { query: {} });
  expect(paymentMethod).toMatchObject({ balance: 100_000, balanceAt: expect.stringMatching(/^\d{4}-.*Z$/) });
});

test('the balance is read again from five days before the bill, every second day, and not before', async () => {
  const account = await giveLinkedBank();
  await settle();
  await billing.happen({ type: 'bankBalance', account, cents: 500 });
  await billing.workUntil(addDays(billed, -6), 10);
  await settle();
  expect([await balance(), await answersOf(account)]).toEqual([100_000, 1]);

  await billing.workUntil(addDays(billed, -5));
  await settle();
  expect([await balance(), await answersOf(account)]).toEqual([500, 2]);

  for (const days of [-4, -3, -2, -1]) {
    await billing.workUntil(addDays(billed, days));
    await settle();
  }
  expect(await answersOf(account)).toBe(4);
});

test('no balance is read after the end of a cancelled subscription, until it is resumed', async () => {
  const account = await giveLinkedBank();
  await settle();
  await owner.call(cancelSubscription, {});
  await billing.workUntil(addDays(billed, 40), 10);
  await settle();
  expect(await answersOf(account)).toBe(1);

  await billing.logInAgain(owner);
  await owner.call(resumeSubscription, {});
  await settle();
  expect(await answersOf(account)).toBe(2);
});

test.each(['exempt', 'blocked'])('no balance is read for an account that is %s', async (state) => {
  const account = await giveLinkedBank();
  await settle();
  const now = api.clock.now();
  await sql`
    update tenant_subscriptions
       set state = ${state}, blocked_at = ${now}
     where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  await sql`
    update payment_methods
       set balance_due_at = ${now}
     where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

  await settle();

  expect(await answersOf(account)).toBe(1);
});

test.each(['error', 'down'])('a provider that answers with "%s" is asked again later', async (fault) => {
  await giveLinkedBank();
  const call = 'POST /v1/financial_connections/accounts/{id}/refresh';
  // The client repeats a request once by itself.
  await billing.happen({ type: 'api', fault, count: 2, call });
  await settle();
  expect(await balance()).toBeNull();

  api.clock.advance(15 * 60_000);
  await settle();
  expect(await balance()).toBe(100_000);
});

test('an account that was entered by its number has no balance', async () => {
  const { clientSecret } = await owner.call(startPaymentSetup, { body: { method: 'ach' } });
  const setupIntentId = clientSecret.split('_secret_')[0] ?? '';
  await billing.confirmBankSetup(setupIntentId, '000123456789');
  await owner.call(setBankAccount, { body: { token: setupIntentId } });
  await settle();

  expect(await balance()).toBeNull();
});
