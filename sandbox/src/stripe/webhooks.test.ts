import { Stripe } from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sandboxCredentials } from '../environment.ts';
import { startStripe, type Received, type StripeUnderTest } from './testing/stripe-under-test.ts';

let it: StripeUnderTest;

beforeEach(async () => {
  it = await startStripe();
});
afterEach(() => it.close());

const verify = ({ body, signature }: Received): Stripe.Event =>
  it.stripe.webhooks.constructEvent(body, signature, sandboxCredentials.stripeWebhookSecret);

const ids = () => it.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
const arrived = async (count: number) => {
  await expect.poll(() => it.received.length).toBe(count);
};
const eventsOldestFirst = async () =>
  (await it.stripe.events.list({ limit: 100 })).data.map(({ id }) => id).toReversed();

test('every event is delivered with a signature that the library accepts', async () => {
  const customer = await it.stripe.customers.create({ name: 'Lark' });
  await arrived(1);

  expect(it.received.map((message) => verify(message))).toMatchObject([
    { type: 'customer.created', api_version: '2026-10-28.endive', data: { object: { id: customer.id, name: 'Lark' } } },
  ]);
  await expect.poll(async () => (await it.stripe.events.list()).data[0]?.pending_webhooks).toBe(0);
});

test('a delivery that is not acknowledged is repeated', async () => {
  it.statuses.push(500, 302);

  await it.stripe.customers.create();

  await arrived(3);
  expect(new Set(ids()).size).toBe(1);
});

test('an event carries the object as it was, although it has changed since', async () => {
  const { id } = await it.stripe.customers.create({ name: 'Before' });
  await it.stripe.customers.update(id, { name: 'After' });

  const { data } = await it.stripe.events.list({ type: 'customer.created' });
  expect(data[0]?.data.object).toMatchObject({ id, name: 'Before' });
});

test('a lost event is never delivered, but can be listed and sent again', async () => {
  await it.happen({ type: 'webhooks', fault: 'lost' });
  await it.stripe.customers.create();
  const { id } = await it.stripe.customers.create();
  await arrived(1);

  const [lost = ''] = await eventsOldestFirst();
  expect(ids()).not.toContain(lost);
  await it.happen({ type: 'resend', event: lost });
  await arrived(2);
  await expect.poll(async () => (await it.stripe.events.list({ delivery_success: false })).data).toEqual([]);
  expect(await it.happen({ type: 'resend' })).toEqual([]);
  expect(id).toMatch(/^cus_/);
});

test('events arrive twice, late or in the wrong order on request', async () => {
  await it.happen({ type: 'webhooks', fault: 'doubled' });
  await it.stripe.customers.create();
  await arrived(2);
  expect(new Set(ids()).size).toBe(1);

  await it.happen({ type: 'webhooks', fault: 'shuffled', count: 3 });
  for (const name of ['a', 'b', 'c']) await it.stripe.customers.create({ name });
  await arrived(5);
  expect(ids().slice(2)).toEqual((await eventsOldestFirst()).slice(-3).toReversed());

  await it.happen({ type: 'webhooks', fault: 'late', delayMs: 300 });
  await it.stripe.customers.create({ name: 'late' });
  await it.stripe.customers.create({ name: 'prompt' });
  await arrived(7);
  expect(ids().slice(5)).toEqual((await eventsOldestFirst()).slice(-2).toReversed());
});

test('a forged copy has a signature that the library refuses', async () => {
  await it.happen({ type: 'webhooks', fault: 'forged' });
  await it.stripe.customers.create();
  await arrived(2);

  const outcomes = it.received.map((message) => {
    try {
      return verify(message).type;
    } catch (error) {
      return error instanceof Stripe.errors.StripeSignatureVerificationError ? 'forged' : 'broken';
    }
  });
  expect(outcomes.toSorted()).toEqual(['customer.created', 'forged']);
});
