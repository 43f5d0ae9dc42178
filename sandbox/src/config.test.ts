import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { notificationsQueue, outsideWorld, sandboxCredentials } from './environment.ts';

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    ok: true,
    config: {
      port: 4010,
      smtpPort: 4025,
      stripePort: 4012,
      speedup: 1,
      life: true,
      clockAheadMs: 0,
      watchpostUrl: 'http://127.0.0.1:4000',
      replayFolders: [],
    },
  });
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ SANDBOX_PORT: '', CHECK_SPEEDUP: '' })).toMatchObject({ config: { port: 4010, speedup: 1 } });
});

test('a sandbox on another port does not compete for the usual port of the payment provider', () => {
  expect(readConfig({ SANDBOX_PORT: '5010' })).toMatchObject({ config: { stripePort: 0 } });
  expect(readConfig({ SANDBOX_PORT: '5010', SANDBOX_STRIPE_PORT: '5012' })).toMatchObject({
    config: { stripePort: 5012 },
  });
});

test('variables override the defaults', () => {
  const variables = {
    SANDBOX_PORT: '0',
    SANDBOX_CLOCK_AHEAD_MS: '-86400000',
    CHECK_SPEEDUP: '60',
    SANDBOX_LIFE: 'off',
    SANDBOX_REPLAY: 'a,b',
  };

  const config = { port: 0, speedup: 60, life: false, replayFolders: ['a', 'b'], clockAheadMs: -86_400_000 };
  expect(readConfig(variables)).toMatchObject({ config });
});

test('a sandbox listens on this machine only', () => {
  expect(readConfig({ SANDBOX_HOST: '0.0.0.0' })).toMatchObject({
    problem: 'SANDBOX_HOST: must be an address of this machine',
  });
  expect(readConfig({ SANDBOX_HOST: '::1' })).toMatchObject({ config: { host: '::1' } });
});

test('the error for an invalid variable names the variable', () => {
  expect(readConfig({ SANDBOX_PORT: 'many' })).toMatchObject({ problem: expect.stringContaining('SANDBOX_PORT') });
});

test('outsideWorld returns every address and secret that the product needs', () => {
  const variables = outsideWorld({ url: 'http://127.0.0.1:4010', smtpPort: 4025 });

  expect(variables).toMatchObject({
    SMTP_URL: 'smtp://127.0.0.1:4025',
    LWA_TOKEN_URL: 'http://127.0.0.1:4010/auth/o2/token',
    SELLER_CENTRAL_URL_IN: 'http://127.0.0.1:4010/seller-central-in',
    SP_API_NOTIFICATIONS_QUEUE_ARN: notificationsQueue.arn,
    SP_API_NOTIFICATIONS_EVENT_ACCOUNT: notificationsQueue.account,
    LWA_CLIENT_SECRET: sandboxCredentials.clientSecret,
    RETAIL_API_PROVIDER: 'rainforest',
    RETAIL_API_URL: 'http://127.0.0.1:4010/rainforest',
    KEEPA_API_URL: 'http://127.0.0.1:4010/keepa',
    ADS_AUTHORIZE_URL: 'http://127.0.0.1:4010/ads-na/ap/oa',
    ADS_TOKEN_URL_EU: 'http://127.0.0.1:4010/ads-eu/auth/o2/token',
    ADS_API_URL: 'http://127.0.0.1:4010/ads-na',
  });
  expect(Object.keys(variables)).toHaveLength(47);
});

test('outsideWorld returns the payment provider if it is told its address', () => {
  const variables = outsideWorld({ url: 'http://127.0.0.1:4010', smtpPort: 4025, stripeUrl: 'http://127.0.0.1:4012' });

  expect(variables).toMatchObject({
    STRIPE_API_URL: 'http://127.0.0.1:4012',
    STRIPE_JS_URL: 'http://127.0.0.1:4012/stripe-js/endive/stripe.js',
    STRIPE_SECRET_KEY: sandboxCredentials.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: sandboxCredentials.stripeWebhookSecret,
  });
});
