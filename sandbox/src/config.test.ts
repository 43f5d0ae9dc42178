import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { notificationsQueue, outsideWorld, sandboxCredentials } from './environment.ts';

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    ok: true,
    config: {
      port: 4010,
      smtpPort: 4025,
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
  });
  expect(Object.keys(variables)).toHaveLength(27);
});
