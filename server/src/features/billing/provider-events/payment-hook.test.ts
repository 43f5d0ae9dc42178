import { sql } from 'kysely';
import { pino } from 'pino';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { billingApi } from '../../../../testing/billing/billing-api.ts';
import { takeEvent } from './take-event.ts';

const billing = await billingApi();
const { api } = billing;
const stripe = new Stripe('sk_test_any');

const event = (id: string) => ({
  id,
  object: 'event',
  type: 'invoice.paid',
  livemode: false,
  created: 1_790_000_000,
  data: { object: { id: 'in_1', object: 'invoice' } },
});

interface Delivery {
  readonly payload: string;
  readonly secret?: string;
  /** Epoch seconds of the signature; now by default. */
  readonly timestamp?: number;
  readonly contentType?: string;
}

async function deliver({ payload, secret = billing.webhookSecret, timestamp, contentType }: Delivery) {
  const signature = stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(timestamp !== undefined && { timestamp }),
  });
  const { statusCode } = await api.app.inject({
    method: 'POST',
    url: '/api/hooks/stripe',
    headers: { 'stripe-signature': signature, 'content-type': contentType ?? 'application/json' },
    payload,
  });
  return statusCode;
}

const stored = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`select event_id as id from payment_events order by 1`.execute(
    api.worker.global,
  );
  return rows.map(({ id }) => id);
};

test('a signed event is stored once, however often it is delivered', async () => {
  const payload = JSON.stringify(event('evt_good'));

  expect(await deliver({ payload })).toBe(204);
  expect(await deliver({ payload })).toBe(204);
  expect(await stored()).toEqual(['evt_good']);
});

test.each([
  ['forged', { secret: 'whsec_of_somebody_else' }, 403],
  ['older than five minutes', { timestamp: 1_700_000_000 }, 403],
  ['not JSON', { payload: 'paid!' }, 400],
  ['no event', { payload: '[]' }, 400],
  ['not sent as JSON', { contentType: 'text/plain' }, 400],
  ['of 10 MB', { payload: JSON.stringify({ ...event('evt_large'), filler: 'x'.repeat(10_000_000) }) }, 413],
])('a delivery that is %s is refused and stores nothing', async (_, change, status) => {
  const before = await stored();

  expect(await deliver({ payload: JSON.stringify(event('evt_bad')), ...change })).toBe(status);
  expect(await stored()).toEqual(before);
});

test('an event whose type has no effect is taken', async () => {
  const payload = JSON.stringify({ ...event('evt_other'), type: 'product.created' });

  expect(await deliver({ payload })).toBe(204);
  await billing.work();
  expect(await stored()).toContain('evt_other');
});

test('in production an event of the test mode of the provider is not stored', async () => {
  const config = { ...api.ctx.config, isProduction: true };
  const ctx = { ...api.ctx, config, db: api.worker, payments: billing.payments, log: pino({ level: 'silent' }) };
  const take = (livemode: boolean) => {
    const body = JSON.stringify({ ...event(livemode ? 'evt_live' : 'evt_test'), livemode });
    const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret: billing.webhookSecret });
    return takeEvent(ctx, { body, signature });
  };

  await take(false);
  await take(true);

  expect(await stored()).toContain('evt_live');
  expect(await stored()).not.toContain('evt_test');
});
