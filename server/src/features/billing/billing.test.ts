import { expect, test } from 'vitest';
import { packageInfo, paymentStatusCall } from '@app/shared/contract/billing.ts';
import { testApi } from '../../../testing/http/api.ts';

const api = testApi();

test('the price is public: 9.99 USD after 30 days, set up within 7 minutes', async () => {
  const offer = await api.browser().call(packageInfo, { query: {} });

  expect(offer).toMatchObject({ baseSubscriptionFeeCents: 999, discount: 0, waitMinutes: 7 });
  expect(offer.trialMinutes / 1440).toBe(30);
});

test('an account in its trial has status 2 and no payment method', async () => {
  const owner = await api.owner();

  expect(await owner.call(paymentStatusCall, { query: { timezoneOffsetMinutes: -120 } })).toMatchObject({
    paymentStatus: 2,
    hasPaymentDetails: false,
    paymentMethod: null,
  });
});

test('an invalid time zone is refused', async () => {
  const owner = await api.owner();

  const refused = await owner.send(paymentStatusCall, { query: { timezoneOffsetMinutes: 900 } });

  expect(refused.statusCode).toBe(400);
});
