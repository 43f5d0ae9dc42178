import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  cancelSubscription,
  createSubscription,
  listInvoices,
  paymentStatusCall,
  resumeSubscription,
} from '@app/shared/contract/billing.ts';
import { requestDeletion } from '@app/shared/contract/tenant-data.ts';
import { addDays, dayOf, type Day } from '@app/shared/base/calendar-day.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import type { Owner } from '../../../../testing/http/api.ts';
import { dayText } from '../mails/billing-words.ts';

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
  await billing.giveCard(owner);
  await billing.workUntil(addDays(billed, -1), 10);
});

async function liveUntil(day: Day): Promise<void> {
  await billing.workUntil(day);
  await billing.logInAgain(owner);
}

async function messageOn(day: Day): Promise<string | null> {
  await liveUntil(day);
  return (await owner.call(paymentStatusCall, { query: {} })).message;
}

const statusCode = async () => (await owner.call(paymentStatusCall, { query: {} })).paymentStatus;
const chargeStatuses = async () =>
  (await billing.ledger()).filter(({ metadata }) => metadata.tenant === owner.tenantId).map(({ status }) => status);

/** Lets the bank decline the next charges. */
const decline = (code: string, count: number) => billing.happen({ type: 'decline', code, count });

async function liveUntilSuspended(): Promise<void> {
  await decline('generic_decline', 4);
  await liveUntil(addDays(billed, 14));
  expect(await statusCode()).toBe(402);
}

test('a card that was refused for good is charged once; the days until the suspension go on', async () => {
  await decline('lost_card', 1);
  await liveUntil(addDays(billed, 13));
  expect(await statusCode()).toBe(3);
  await liveUntil(addDays(billed, 14));
  expect(await statusCode()).toBe(402);
  expect(await chargeStatuses()).toEqual(['failed']);

  await billing.giveCard(owner, 'tok_mastercard');
  await billing.work();
  expect(await statusCode()).toBe(2);
  expect(await chargeStatuses()).toEqual(['failed', 'succeeded']);
});

test('a card that was refused because it had expired is charged as soon as its bank has renewed it', async () => {
  await decline('expired_card', 1);
  await liveUntil(billed);
  expect(await statusCode()).toBe(3);
  const { rows } = await sql<{ methodId: string }>`
    select m.method_id as "methodId"
      from payment_methods m
     where m.tenant_id = ${owner.tenantId}`.execute(api.worker.global);

  const paymentMethod = rows[0]?.methodId;
  await billing.happen({ type: 'updateCard', paymentMethod, expMonth: 7, expYear: 2041 });
  await billing.readEvents();
  await billing.work();
  await billing.work();

  expect(await statusCode()).toBe(2);
  expect(await chargeStatuses()).toEqual(['failed', 'succeeded']);
});

test('the owner of a card that was refused for good is told the reason of the bank until another one is set', async () => {
  const start = api.mails.length;
  await decline('lost_card', 1);

  const first = await messageOn(billed);
  const later = await messageOn(addDays(billed, 3));

  expect(first).toContain('The payment provider says: Your card');
  expect(later).toBe(first);
  const mails = api.mails
    .slice(start)
    .filter(({ to, subject }) => to === owner.email && subject.endsWith('has failed'));
  expect(mails).toHaveLength(2);
  for (const { text } of mails) expect(text).toContain('The payment provider says: Your card');
});

test('an exempt account whose earlier invoice is not paid is not told that its service ends', async () => {
  const start = api.mails.length;
  await decline('generic_decline', 1);
  await sql`update tenant_subscriptions set is_exempt = true where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );

  await liveUntil(addDays(billed, 1));

  const told = api.mails.slice(start).find(({ to, subject }) => to === owner.email && subject.endsWith('has failed'));
  expect(told?.text).toContain('The next attempt is on');
  expect(told?.text).not.toContain('watched');
});

test('a payment that the bank wants to have confirmed is tried again, and its owner is told where to confirm it', async () => {
  const start = api.mails.length;
  await billing.happen({ type: 'challenge', count: 1 });
  await liveUntil(billed);
  const { message } = await owner.call(paymentStatusCall, { query: {} });
  expect(message).toMatch(/^Your bank asks you to confirm the payment/);
  const mails = api.mails.slice(start).filter(({ to }) => to === owner.email);
  expect(mails.map(({ subject }) => subject)).toContain('Please confirm the payment of $9.99');

  await liveUntil(addDays(billed, 3));
  expect(await statusCode()).toBe(2);
});

test('an account that was suspended, cancelled and resumed is charged at once', async () => {
  await liveUntilSuspended();
  await owner.call(cancelSubscription, {});
  expect(await statusCode()).toBe(403);

  await owner.call(resumeSubscription, {});
  expect(await statusCode()).toBe(402);
  await billing.work();

  expect(await statusCode()).toBe(2);
});

test('a suspended account whose owner subscribes with the card on file is charged at once', async () => {
  await liveUntilSuspended();

  await owner.call(createSubscription, { body: {} });
  await billing.work();

  expect(await statusCode()).toBe(2);
});

test('a suspended owner is told that another card was refused too, and where the bank wants the payment confirmed', async () => {
  await liveUntilSuspended();
  const toldOf = async (token: string) => {
    const start = api.mails.length;
    await billing.giveCard(owner, token);
    await billing.work();
    await billing.logInAgain(owner);
    return api.mails.slice(start).filter(({ to }) => to === owner.email);
  };

  await decline('generic_decline', 1);
  const [refused, ...more] = await toldOf('tok_mastercard');
  await billing.happen({ type: 'challenge', count: 1 });
  const confirmations = await toldOf('tok_visa');

  expect(refused?.subject).toBe('The payment of $9.99 has failed');
  expect(refused?.text).toContain('The next attempt is on');
  expect(refused?.text).not.toContain('watched');
  expect(more).toEqual([]);
  expect(confirmations.map(({ subject }) => subject)).toEqual(['Please confirm the payment of $9.99']);
  expect(await statusCode()).toBe(402);
});

test('a card that is saved after the days of the attempts have passed is charged once a day', async () => {
  await decline('generic_decline', 4);
  await liveUntil(billed);
  const { rows } = await sql<{ id: string }>`
    select method_id as id from payment_methods where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  await billing.happen({ type: 'detach', paymentMethod: rows[0]?.id });
  await billing.readEvents();
  await billing.work();
  await billing.workUntil(addDays(billed, 40), 20);
  await billing.logInAgain(owner);
  expect(await statusCode()).toBe(1);
  const start = api.mails.length;

  await billing.giveCard(owner, 'tok_mastercard');
  for (let rounds = 0; rounds < 4; rounds += 1) await billing.work();
  await billing.logInAgain(owner);

  expect(await statusCode()).toBe(3);
  expect(await chargeStatuses()).toEqual(['failed', 'failed']);
  const [refused] = api.mails.slice(start).filter(({ to }) => to === owner.email);
  expect(refused?.text).toContain(`The next attempt is on ${dayText(addDays(billed, 41))}`);
  expect(refused?.text).toContain(`If the invoice is not paid by ${dayText(addDays(billed, 42))}`);
  await liveUntil(addDays(billed, 41));
  expect(await statusCode()).toBe(3);
  await liveUntil(addDays(billed, 42));
  expect(await statusCode()).toBe(402);
  expect(await chargeStatuses()).toHaveLength(4);
});

test('an invoice that is given up at the provider is not collected any more, and does not suspend the account', async () => {
  await liveUntilSuspended();
  const [invoice] = await billing.payments.invoices.listSince(new Date(0));
  await billing.payments.invoices.giveUp(invoice?.providerInvoiceId ?? '');
  await billing.readEvents();
  await billing.work();
  expect(await statusCode()).toBe(2);

  await liveUntil(addDays(billed, 29));
  expect((await chargeStatuses()).filter((status) => status !== 'failed')).toEqual([]);
  const { invoices } = await owner.call(listInvoices, { query: {} });
  expect(invoices.map(({ status }) => status)).toEqual(['failed']);
});

test('an owner who deletes the account is not told that products are still watched when the last payment fails', async () => {
  const start = api.mails.length;
  await billing.logInAgain(owner);
  await owner.call(requestDeletion, { body: { companyName: 'Analytical Engines' } });
  await decline('generic_decline', 1);

  await liveUntil(addDays(billed, 1));

  const told = api.mails.slice(start).find(({ to, subject }) => to === owner.email && subject.endsWith('has failed'));
  expect(told?.text).toContain('could not be paid');
  expect(told?.text).not.toContain('watched');
});
