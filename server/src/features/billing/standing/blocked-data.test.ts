import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { isAuthenticated } from '@app/shared/contract/auth.ts';
import { listInvoices, paymentStatusCall } from '@app/shared/contract/billing.ts';
import { hourMs } from '@app/shared/base/time.ts';
import { addDays, dayOf, startOfDay, type Day } from '@app/shared/base/calendar-day.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import { trackAsins } from '../../../../testing/billing/tracking.ts';
import { someoneWaits } from '../../../../testing/database/database.ts';
import type { Owner } from '../../../../testing/http/api.ts';
import { makeUnpaidDue } from '../collecting/due-invoice-queries.ts';
import { deleteAccounts } from '../../sellers/deleted-accounts/delete-accounts.ts';
import { deleteSellersOf } from '../../sellers/delete-seller.ts';
import { deleteBlockedData } from './delete-blocked-data.ts';
import { review } from './review.ts';
import { getSubscription, lockSubscription } from './subscription-queries.ts';

const billing = await billingApi();
const { api } = billing;

let owner: Owner;
/** The day on which the account becomes blocked, and that on which its data is deleted at noon. */
let blocked: Day;
let deleted: Day;

beforeEach(async () => {
  await billing.forgetTenants();
  await billing.happen({ type: 'clear' });
  owner = await api.owner();
  blocked = addDays(dayOf(api.clock.now()), 61 + 28);
  deleted = addDays(blocked, 91);
  await trackAsins(api.worker, owner.tenantId, { asins: 2, from: api.clock.now(), to: null });
  await billing.giveCard(owner, 'tok_chargeCustomerFail');
  await billing.workUntil(addDays(blocked, -29), 10);
  await billing.workUntil(blocked);
});

const noonOf = (day: Day, afterMs = 0): Date => new Date(startOfDay(day).getTime() + 12 * hourMs + afterMs);

/** Runs the work at noon of the day. */
async function workAtNoon(day: Day): Promise<void> {
  api.clock.set(noonOf(day));
  await billing.work();
}

const sellers = async (): Promise<readonly boolean[]> => {
  const { rows } = await sql<{ isDeleted: boolean }>`
    select deleted_at is not null as "isDeleted"
      from seller_accounts
     where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  return rows.map(({ isDeleted }) => isDeleted);
};

/** Deletes the rows of deleted seller accounts as the worker does. */
async function deleteRows(): Promise<void> {
  const deleting = { db: api.worker, clock: api.clock, log: api.ctx.log, marketplace: null };
  while (await deleteAccounts(deleting));
}

const mailsAboutData = async (): Promise<readonly string[]> => {
  await billing.logInAgain(owner);
  const subjects = api.mails.filter(({ to }) => to === owner.email).map(({ subject }) => subject);
  return subjects.filter((subject) => /^Your data (will|has)/.test(subject));
};

test('the data of a blocked account is kept for 90 days; its owner is told 14 days before, and when it is gone', async () => {
  await billing.workUntil(addDays(blocked, 70), 10);
  await billing.workUntil(addDays(blocked, 76));
  expect(await mailsAboutData()).toEqual([]);
  await billing.workUntil(addDays(blocked, 77));
  const [told = ''] = await mailsAboutData();
  expect(told).toMatch(/^Your data will be deleted on /);
  await billing.workUntil(addDays(blocked, 90));
  await billing.workUntil(deleted);
  expect(await sellers()).toEqual([false]);

  await workAtNoon(deleted);
  expect(await sellers()).toEqual([true]);
  await deleteRows();
  expect(await sellers()).toEqual([]);
  await billing.work();
  await billing.work();

  expect(await mailsAboutData()).toEqual([told, 'Your data has been deleted']);
  expect(await owner.call(isAuthenticated, {})).toMatchObject({ paymentStatus: 99_402 });
  expect((await owner.call(listInvoices, { query: {} })).invoices).toHaveLength(2);
});

test('the time for an account that an earlier release has blocked begins with the upgrade', async () => {
  await billing.workUntil(addDays(blocked, 60), 10);
  await sql`update tenant_subscriptions set blocked_at = null where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
  await billing.work();
  await billing.workUntil(addDays(blocked, 60 + 76), 10);
  expect(await mailsAboutData()).toEqual([]);

  await billing.workUntil(addDays(blocked, 60 + 77));
  expect(await mailsAboutData()).toHaveLength(1);
});

test('workers that were away tell the owner first, and delete 14 days later', async () => {
  await billing.workUntil(addDays(blocked, 70), 10);
  await workAtNoon(addDays(blocked, 200));
  expect(await mailsAboutData()).toHaveLength(1);
  await workAtNoon(addDays(blocked, 213));
  expect(await sellers()).toEqual([false]);

  await workAtNoon(addDays(blocked, 214));
  expect(await sellers()).toEqual([true]);
});

test('a payment in between stops the deletion', async () => {
  await billing.workUntil(addDays(blocked, 80), 10);
  await billing.logInAgain(owner);
  await billing.giveCard(owner);
  await billing.workUntil(addDays(blocked, 100), 10);

  expect(await sellers()).toEqual([false]);
  await billing.logInAgain(owner);
  expect((await owner.call(paymentStatusCall, { query: {} })).paymentStatus).toBe(2);
});

test("a payment on the provider's page that is not known here yet stops it too", async () => {
  await passNotice();
  await payOnPage();

  expect(await whenDue()).toEqual({ sellers: [false], paymentStatus: 2 });
});

test('a payment of an invoice that was about to be replaced by one of another customer stops it too', async () => {
  await passNotice();
  for (const providerInvoiceId of await unpaidInvoices()) {
    // The client repeats a call once by itself.
    await billing.happen({ type: 'api', fault: 'error', count: 2, call: 'POST /v1/invoices/{id}/void' });
    await billing.payments.invoices.retire(providerInvoiceId).catch(() => undefined);
    expect(await billing.payments.invoices.read(providerInvoiceId)).toMatchObject({ invoiceId: null, status: 'open' });
  }
  await payOnPage();

  expect(await whenDue()).toEqual({ sellers: [false], paymentStatus: 2 });
});

async function payOnPage(): Promise<void> {
  const { methods, invoices } = billing.payments;
  const { customerId } = await api.worker.tenant(owner.tenantId, (tx) => getSubscription(tx, owner.tenantId));
  const { methodId } = await methods.setUpToken(customerId ?? '', 'tok_visa');
  const payment = { methodId: methodId ?? '', key: 'on the page' };
  for (const providerInvoiceId of await unpaidInvoices()) {
    await invoices.pay(await invoices.read(providerInvoiceId), payment);
  }
}

/** Lets the deletion be due, and returns what is left of the account. */
async function whenDue() {
  api.clock.set(noonOf(deleted));
  await deleteDue();
  await deleteDue();
  await billing.logInAgain(owner);
  const { paymentStatus } = await owner.call(paymentStatusCall, { query: {} });
  return { sellers: await sellers(), paymentStatus };
}

const unpaidInvoices = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select provider_invoice_id as id
      from invoices
     where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  return rows.map(({ id }) => id);
};

/** Lets time pass until the day before the deletion; the owner is told of it two weeks before. */
async function passNotice(): Promise<void> {
  await billing.workUntil(addDays(blocked, 70), 10);
  await billing.workUntil(addDays(blocked, 90));
}

/** Returns the errors that are logged for operators. */
async function deleteDue(): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(JSON.parse(line)) });
  await deleteBlockedData({ ...api.ctx, log, db: api.worker, payments: billing.payments, deleteSellersOf });
  return errors;
}

const goesOn = 'the data of a blocked account is deleted although the payment provider refuses a request';

test('while the provider is away nothing is deleted', async () => {
  await passNotice();
  api.clock.set(noonOf(deleted));
  await billing.happen({ type: 'api', fault: 'error', count: 100 });
  await deleteDue();
  expect(await sellers()).toEqual([false]);

  await billing.happen({ type: 'clear' });
  await deleteDue();
  expect(await sellers()).toEqual([true]);
});

test('an invoice that the provider does not know any more puts the deletion off for 30 days, in which operators see the account', async () => {
  await passNotice();
  await sql`update invoices set provider_invoice_id = 'in_lost' where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
  api.clock.set(noonOf(addDays(deleted, 30), -1));

  await expect(deleteDue()).rejects.toThrow('No such invoice');
  expect(await sellers()).toEqual([false]);

  api.clock.advance(1);
  const named = { msg: goesOn, tenantId: owner.tenantId, providerInvoiceId: 'in_lost' };
  expect(await deleteDue()).toMatchObject([named, named]);
  expect(await sellers()).toEqual([true]);
});

test('a payment whose requests the provider refuses is waited for as long', async () => {
  await passNotice();
  await api.worker.tenant(owner.tenantId, (tx) => makeUnpaidDue(tx, owner.tenantId, api.clock.now()));
  const requestError = 'No such customer';
  await sql`update invoices set request_error = ${requestError} where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
  api.clock.set(noonOf(addDays(deleted, 30), -1));

  expect(await deleteDue()).toEqual([]);
  expect(await sellers()).toEqual([false]);

  api.clock.advance(1);
  const named = { msg: goesOn, tenantId: owner.tenantId, requestError };
  expect(await deleteDue()).toMatchObject([named, named]);
  expect(await sellers()).toEqual([true]);
});

test('a payment that is about to be made is waited for', async () => {
  await passNotice();
  api.clock.set(noonOf(deleted));
  await api.worker.tenant(owner.tenantId, (tx) => makeUnpaidDue(tx, owner.tenantId, api.clock.now()));
  await deleteDue();

  expect(await sellers()).toEqual([false]);
});

test('a payment that is recorded while the deletion begins wins', async () => {
  await passNotice();
  api.clock.set(noonOf(deleted));
  const { tenantId } = owner;
  const locked = Promise.withResolvers<void>();
  const deletion = locked.promise.then(deleteDue);
  await api.worker.tenant(tenantId, async (tx) => {
    await lockSubscription(tx, tenantId);
    locked.resolve();
    await someoneWaits(api.database);
    await sql`update invoices set state = 'paid' where tenant_id = ${tenantId}`.execute(tx);
    await review(api.ctx, tx, tenantId);
  });
  await deletion;

  expect(await sellers()).toEqual([false]);
});
