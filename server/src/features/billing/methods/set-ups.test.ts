import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { paymentStatusCall, setBankAccount, setCard, startPaymentSetup } from '@app/shared/contract/billing.ts';
import { hourMs } from '@app/shared/base/time.ts';
import { addDays, dayOf } from '@app/shared/base/calendar-day.ts';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import { someoneWaits, twoWait } from '../../../../testing/database/database.ts';
import type { Payments } from '../../../external/stripe/payments.ts';
import { handlePaymentEvents } from '../provider-events/handle-events.ts';
import { lockSubscription } from '../standing/subscription-queries.ts';
import type { Owner } from '../../../../testing/http/api.ts';

const billing = await billingApi();
const { api } = billing;

let owner: Owner;

beforeEach(async () => {
  await billing.forgetTenants();
  owner = await api.owner();
});

const method = async () => (await owner.call(paymentStatusCall, { query: {} })).paymentMethod;

async function takeEvents(): Promise<void> {
  await billing.readEvents();
  await billing.work();
}

test('a card whose charge was disputed is not charged again because its set-up is read again', async () => {
  const billed = addDays(dayOf(api.clock.now()), 61);
  await billing.giveCard(owner);
  await billing.workUntil(addDays(billed, -1), 10);
  await billing.workUntil(billed);
  await billing.happen({ type: 'dispute' });
  await takeEvents();
  await billing.logInAgain(owner);
  const { rows } = await sql<{ setupIntentId: string }>`
    select m.setup_intent_id as "setupIntentId"
      from payment_methods m
     where m.tenant_id = ${owner.tenantId}`.execute(api.worker.global);

  await owner.call(setCard, { body: { token: rows[0]?.setupIntentId ?? '' } });

  expect(await method()).toMatchObject({ status: 'disputed' });
  expect((await owner.call(paymentStatusCall, { query: {} })).message).toMatch(/was disputed/);
});

test('an owner whose name and address have changed since the answer about a new customer was lost can set a card', async () => {
  const { tenantId } = owner;
  const former = { tenantId, email: 'former@example.com', name: 'A former name', replaced: null };
  const customerId = await billing.payments.methods.createCustomer(former);

  await billing.giveCard(owner);

  const { customers } = await billing.known();
  expect(customers.filter(({ metadata }) => metadata.tenant === tenantId)).toMatchObject([
    { id: customerId, email: owner.email, name: expect.not.stringContaining('former') },
  ]);
});

/** Enters a bank account whose micro-deposits are still to be confirmed, and returns the id of its set-up. */
async function enterBank(): Promise<string> {
  const { clientSecret } = await owner.call(startPaymentSetup, { body: { method: 'ach' } });
  const setupIntentId = clientSecret.split('_secret_')[0] ?? '';
  await billing.enterBank(setupIntentId, '000123456789');
  await owner.call(setBankAccount, { body: { token: setupIntentId } });
  return setupIntentId;
}

test('a bank account that waits for its micro-deposits is shown beside the card that is charged until then', async () => {
  await billing.giveCard(owner);
  await enterBank();

  const { paymentMethod, pendingMethod } = await owner.call(paymentStatusCall, { query: {} });

  expect(paymentMethod).toMatchObject({ method: 'card', status: 'usable' });
  expect(pendingMethod).toMatchObject({ method: 'ach', status: 'pending', last4: '6789' });
  expect(pendingMethod?.verificationUrl).toMatch(/^http/);
});

test('a bank account whose micro-deposits were entered wrongly too often is forgotten', async () => {
  const setupIntentId = await enterBank();
  expect(await method()).toMatchObject({ status: 'pending' });

  await billing.missDeposits(setupIntentId);
  await takeEvents();

  expect(await method()).toBeNull();
});

test('a bank account that is entered after another one was given up waits for its own micro-deposits', async () => {
  const setupIntentId = await enterBank();
  await billing.missDeposits(setupIntentId);
  await billing.enterBank(setupIntentId, '000111111113');
  await owner.call(setBankAccount, { body: { token: setupIntentId } });
  await takeEvents();

  expect(await method()).toMatchObject({ status: 'pending', last4: '1113' });
});

/** Completes the set-up of a bank account at the provider, of which our server is not told yet. */
async function completeBank(): Promise<string> {
  const { clientSecret } = await owner.call(startPaymentSetup, { body: { method: 'ach' } });
  const setupIntentId = clientSecret.split('_secret_')[0] ?? '';
  await billing.confirmBankSetup(setupIntentId, '000123456789');
  return setupIntentId;
}

/** Sets a card a minute later. The provider states times in seconds, and a test makes all set-ups within one. */
async function giveCardLater(): Promise<void> {
  await billing.giveCard(owner);
  await sql`
    update payment_methods
       set setup_created_at = (setup_created_at at time zone 'UTC' + interval '1 minute') at time zone 'UTC'
     where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
}

test('the last choice of the owner counts, also if its form was opened before that of another method', async () => {
  const token = await completeBank();
  await giveCardLater();

  expect((await owner.send(setBankAccount, { body: { token } })).statusCode).toBe(200);
  expect(await method()).toMatchObject({ method: 'ach', status: 'usable' });

  await takeEvents();
  expect(await method()).toMatchObject({ method: 'ach', status: 'usable' });
});

/** Handles the events of the provider; `meanwhile` happens when the first set-up is made the default there. */
async function takeEventsWhile(meanwhile: () => Promise<void>): Promise<void> {
  const { payments } = billing;
  let hasHappened = false;
  const makeDefault: Payments['methods']['makeDefault'] = async (...chosen) => {
    if (!hasHappened) {
      hasHappened = true;
      await meanwhile();
    }
    await payments.methods.makeDefault(...chosen);
  };
  await billing.readEvents();
  const during = { ...payments, methods: { ...payments.methods, makeDefault } };
  await handlePaymentEvents({ ...api.ctx, db: api.worker, payments: during });
}

test('a card that is set while the event of an earlier set-up is handled stays, and is charged', async () => {
  await completeBank();
  await takeEventsWhile(giveCardLater);
  expect(await method()).toMatchObject({ method: 'card' });

  await billing.workUntil(addDays(dayOf(api.clock.now()), 62), 10);
  const [charge] = (await billing.ledger()).filter(({ metadata }) => metadata.tenant === owner.tenantId);
  expect(charge).toMatchObject({ status: 'succeeded', paymentMethodType: 'card' });
});

test('two cards that are set at the same time are stored one after the other, and the later one counts', async () => {
  const { tenantId } = owner;
  await billing.giveCard(owner);
  const [locked, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const set = (token: string) => owner.send(setCard, { body: { token } });
  const both = Promise.all([
    locked.promise.then(() => set('tok_visa')),
    waits.promise.then(() => set('tok_mastercard')),
  ]);

  await api.worker.tenant(tenantId, async (tx) => {
    await lockSubscription(tx, tenantId);
    locked.resolve();
    await someoneWaits(api.database);
    waits.resolve();
    await twoWait(api.database);
  });

  expect((await both).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await method()).toMatchObject({ name: 'Mastercard', status: 'usable' });
});

test('a session can try five cards an hour', async () => {
  const tries: number[] = [];
  for (let no = 0; no < 6; no += 1) {
    tries.push((await owner.send(setCard, { body: { token: 'tok_chargeDeclined' } })).statusCode);
  }
  expect(tries).toEqual([402, 402, 402, 402, 402, 429]);

  api.clock.advance(hourMs + 1);
  expect((await owner.send(setCard, { body: { token: 'tok_visa' } })).statusCode).toBe(200);
});
