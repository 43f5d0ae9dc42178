import { expect, test } from 'vitest';
import { development, production } from '../testing/complete-environment.ts';
import { readCommandConfig, readConfig } from './config.ts';
import { environmentSchema } from './environment.ts';

const pages = {
  RETAIL_API_PROVIDER: 'rainforest',
  RETAIL_API_URL: 'https://api.rainforestapi.com',
  RETAIL_API_KEY: 'key',
};
const vapid = {
  VAPID_PUBLIC_KEY: 'BPLYM2niOHKQ9gK59V84dhHMzLLHUU3diXVOSBpSTQ7nngq2ag_2idpW4QzW6XtHg2UrrHSZoMCykdBUr8yWVkY',
  VAPID_PRIVATE_KEY: 'ZwQqmAKi_9MxqqUo0ZV9R33t5C1L4gH-4GnVQwl_hwA',
  VAPID_SUBJECT: 'mailto:alerts@watchpost.example',
};
const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_key',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_key',
  STRIPE_WEBHOOK_SECRET: 'whsec_secret',
};
const advertising = {
  ADS_CLIENT_ID: 'client',
  ADS_CLIENT_SECRET: 'secret',
  ADS_AUTHORIZE_URL_EU: 'https://eu.account.amazon.com/ap/oa',
  ADS_TOKEN_URL_EU: 'https://api.amazon.co.uk/auth/o2/token',
  ADS_API_URL_EU: 'https://advertising-api-eu.amazon.com/',
};
const chat = { INTERCOM_APP_ID: 'app', INTERCOM_SECRET: 'secret' };
const affiliates = {
  AFFILIATE_API_URL: 'https://api.firstpromoter.com/api/v2',
  AFFILIATE_API_KEY: 'key',
  AFFILIATE_ACCOUNT_ID: 'account',
};
const america = {
  SP_API_URL_NA: 'https://sellingpartnerapi-na.amazon.com',
  SELLER_CENTRAL_URL_NA: 'https://sellercentral.amazon.com',
};
const google = { GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' };
const queue = {
  SP_API_NOTIFICATIONS_URL: 'https://sqs.us-east-1.amazonaws.com',
  SP_API_NOTIFICATIONS_QUEUE: 'https://sqs.us-east-1.amazonaws.com/1/queue',
  SP_API_NOTIFICATIONS_QUEUE_ARN: 'arn:aws:sqs:us-east-1:1:queue',
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
};

const optional = {
  ...queue,
  ...vapid,
  ...pages,
  ...stripe,
  ...advertising,
  ...chat,
  ...affiliates,
  ...america,
  ...google,
};

test('production starts with everything required set, and without the optional parts', () => {
  expect(readConfig({ ...production, ...optional }).off).toEqual([]);
  const off = readConfig(production).off.map(({ part }) => part);
  expect(off).toEqual([
    'notifications',
    'advertising',
    'browser notifications',
    'chat',
    'affiliates',
    'spreadsheets at Google',
    'payments',
    'pages',
  ]);
});

test.each([
  'DATABASE_WORKER_URL',
  'SMTP_URL',
  'MAIL_FROM',
  'LWA_TOKEN_URL',
  'LWA_CLIENT_ID',
  'LWA_CLIENT_SECRET',
  'SP_API_APPLICATION_ID',
  'SELLER_CENTRAL_URL_NA',
  'SELLER_CENTRAL_URL_EU',
  'AFFILIATE_API_URL',
  'AFFILIATE_API_KEY',
  'AFFILIATE_ACCOUNT_ID',
  'SP_API_NOTIFICATIONS_QUEUE',
  'SP_API_NOTIFICATIONS_QUEUE_ARN',
  'AWS_SECRET_ACCESS_KEY',
  'RETAIL_API_URL',
  'RETAIL_API_KEY',
  'VAPID_PRIVATE_KEY',
  'VAPID_SUBJECT',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'INTERCOM_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'ADS_CLIENT_SECRET',
  'ADS_AUTHORIZE_URL_EU',
  'ADS_TOKEN_URL_EU',
])('production does not start without %s', (name) => {
  const environment = { ...production, ...optional, [name]: '' };

  expect(() => readConfig(environment)).toThrow(`Not started in production: ${name} must be set`);
});

test.each([
  ['SANDBOX', 'on', 'SANDBOX must be off'],
  ['ALLOW_PRIVATE_ADDRESSES', 'yes', 'ALLOW_PRIVATE_ADDRESSES must be no'],
  ['CHECK_SPEEDUP', '30', 'CHECK_SPEEDUP must be 1'],
  ['PUBLIC_URL', 'http://watchpost.example', 'PUBLIC_URL must be https and not loopback'],
  ['SP_API_URL_NA', 'https://127.0.0.1:4010', 'SP_API_URL_NA must be https and not loopback'],
  ['LWA_TOKEN_URL', 'https://localhost/token', 'LWA_TOKEN_URL must be https and not loopback'],
  ['RETAIL_API_URL', 'http://api.rainforestapi.com', 'RETAIL_API_URL must be https and not loopback'],
  ['GOOGLE_TOKEN_URL', 'http://oauth2.googleapis.com/token', 'GOOGLE_TOKEN_URL must be https and not loopback'],
  ['GOOGLE_AUTHORIZE_URL', 'https://127.0.0.1/auth', 'GOOGLE_AUTHORIZE_URL must be https and not loopback'],
  ['SP_API_NOTIFICATIONS_URL', 'https://[::1]/queue', 'SP_API_NOTIFICATIONS_URL must be https and not loopback'],
])('production does not start with %s=%s', (name, value, problem) => {
  expect(() => readConfig({ ...production, ...queue, [name]: value })).toThrow(problem);
});

/** The addresses of our own database and mail server, whose connections have rules of their own. */
const ownServers = /^(DATABASE|SMTP)_/;
const outsideAddresses = Object.keys(environmentSchema.shape).filter(
  (name) => /_(URL|BASE)(_|$)/.test(name) && !ownServers.test(name),
);

test.each(outsideAddresses)('production does not start with a stand-in at %s', (name) => {
  expect(() => readConfig({ ...production, ...optional, [name]: 'http://127.0.0.1:4010' })).toThrow(
    `${name} must be https and not loopback`,
  );
});

test('production does not start without a part of the world in which accounts can be connected', () => {
  expect(() => readConfig({ ...production, SP_API_URL_EU: '' })).toThrow(
    'Not started in production: SP_API_URL_NA or SP_API_URL_EU must be set',
  );
});

test.each(['Watchpost <alerts@watchpost.example>', 'alerts@watchpost.example'])(
  'production sends mails in the name of %s',
  (sender) => {
    expect(readConfig({ ...production, MAIL_FROM: sender }).mail?.from).toBe(sender);
  },
);

test.each(['Watchpost', 'Watchpost alerts@watchpost.example', 'Watchpost <alerts>'])(
  'production does not start with the sender “%s”, which has no address',
  (sender) => {
    const refused = 'MAIL_FROM must be NAME <ADDRESS> or an address';

    expect(() => readConfig({ ...production, MAIL_FROM: sender })).toThrow(refused);
  },
);

const worker = 'postgres://worker@database.example/watchpost';
test.each([
  ['DATABASE_WORKER_URL', worker, 'DATABASE_WORKER_URL must have sslmode=verify-full'],
  ['DATABASE_WORKER_URL', `${worker}?sslmode=require`, 'DATABASE_WORKER_URL must have sslmode=verify-full'],
  ['DATABASE_MIGRATE_URL', worker, 'DATABASE_MIGRATE_URL must have sslmode=verify-full'],
  [
    'DATABASE_WORKER_URL',
    'postgres://worker@localhost.example/watchpost',
    'DATABASE_WORKER_URL must have sslmode=verify-full',
  ],
  ['SMTP_URL', 'smtp://127.0.0.1.example', 'SMTP_URL must be smtps:// or have requireTLS=true'],
  ['SMTP_URL', 'smtp://mail.example', 'SMTP_URL must be smtps:// or have requireTLS=true'],
  ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false', 'SMTP_URL must be smtps://'],
])(
  'production sends nothing to another machine over a connection that is not verified: %s=%s',
  (name, value, problem) => {
    expect(() => readConfig({ ...production, [name]: value })).toThrow(problem);
  },
);

test.each([
  ['DATABASE_WORKER_URL', 'postgres://worker@127.0.0.1/watchpost'],
  ['DATABASE_WORKER_URL', 'postgres://worker@database.example/watchpost?host=/run/postgresql'],
  ['DATABASE_WORKER_URL', 'postgres://worker@%2Frun%2Fpostgresql/watchpost'],
  ['SMTP_URL', 'smtp://localhost:25'],
  ['SMTP_URL', 'smtp://mail.example:587?requireTLS=true'],
])('production starts with %s=%s', (name, value) => {
  expect(readConfig({ ...production, [name]: value }).isProduction).toBe(true);
});

test.each([
  ['DATABASE_URL', '', 'DATABASE_URL must be set'],
  ['ENCRYPTION_KEYS', '', 'ENCRYPTION_KEYS must be set'],
  ['NODE_ENV', 'prod', 'NODE_ENV must be development or test or production'],
  ['LOG_LEVEL', 'verbose', 'LOG_LEVEL must be trace or debug or info or warn or error or fatal or silent'],
  ['PORT', 'http', 'PORT must be a number'],
  ['PORT', '40.5', 'PORT must be a whole number'],
  ['PORT', '99999', 'PORT must be 65535 or less'],
  ['WORKER_PORT', '99999', 'WORKER_PORT must be 65535 or less'],
  ['SMTP_CONNECTIONS', '0', 'SMTP_CONNECTIONS must be 1 or more'],
  ['METRICS_TOKEN', 'a short secret', 'METRICS_TOKEN must be 32 characters or more'],
  ['DATABASE_URL', 'postgres://api:pass#word@127.0.0.1/watchpost', 'DATABASE_URL must be postgres://role:password@'],
  ['DATABASE_WORKER_URL', 'database.example:5432', 'DATABASE_WORKER_URL must be postgres://role:password@'],
  ['SMTP_URL', 'mail.example:25', 'SMTP_URL must be smtps://user:password@host:port'],
  ['SMTP_URL', 'smtps://user:pass#word@mail.example', 'SMTP_URL must be smtps://user:password@host:port'],
  ['DATABASE_URL', 'postgres://api:100%sure@127.0.0.1/watchpost', 'DATABASE_URL must be postgres://role:password@'],
  ['HOST', 'watch point', 'HOST must be an address or a name without a port'],
  ['HOST', '127.0.0.1:4000', 'HOST must be an address or a name without a port'],
  ['WORKER_HOST', 'http://127.0.0.1', 'WORKER_HOST must be an address or a name without a port'],
  ['CONVERSION_URL', 'count.example/sales', 'CONVERSION_URL must be an address such as https://'],
  ['STRIPE_JS_URL', 'js.stripe.com', 'STRIPE_JS_URL must be an address such as https://'],
  ['SUPPORT_EMAIL', 'support', 'SUPPORT_EMAIL must be an e-mail address'],
  ['PUBLIC_URL', 'watchpost.example', 'PUBLIC_URL must be an address without a path'],
  ['PUBLIC_URL', 'https://watchpost.example/watch', 'PUBLIC_URL must be an address without a path'],
])('%s=“%s” is refused with what it must be, and without its value', (name, value, problem) => {
  const refusalOf = (): string => {
    try {
      readConfig({ ...production, [name]: value });
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return '';
  };

  expect(refusalOf()).toContain(`The configuration is not complete. ${problem}`);
  expect(refusalOf()).not.toMatch(/pass#word|100%sure|a short secret/);
});

test('a slash at the end of the public address does not get into the addresses that are made of it', () => {
  expect(readConfig({ ...production, PUBLIC_URL: 'https://Watchpost.example/' }).publicUrl).toBe(
    'https://watchpost.example',
  );
});

test('blanks around a value do not count, and a value of blanks is none', () => {
  const config = readConfig({ ...development, PORT: ' ', WORKER_PORT: ' 4101 ', LOG_LEVEL: 'warn\r', SMTP_URL: ' ' });

  expect(config).toMatchObject({ port: 4000, workerAddress: { port: 4101 }, logLevel: 'warn', mail: null });
});

test('a process that listens at an IPv6 address has a public address of it', () => {
  expect(readConfig({ ...development, HOST: '::1' }).publicUrl).toBe('http://[::1]:4000');
});

test('an https address outside production is refused unless it is allowed', () => {
  const reached = { ...development, PUBLIC_URL: 'https://watchpost.example' };

  expect(() => readConfig(reached)).toThrow('PUBLIC_URL is https, but NODE_ENV is not production');
  expect(readConfig({ ...reached, HTTPS_OUTSIDE_PRODUCTION: 'yes' }).publicUrl).toBe(reached.PUBLIC_URL);
});

test.each([
  [undefined, ['loopback', 'linklocal', 'uniquelocal']],
  ['none', false],
  ['2', 2],
  ['203.0.113.7, 2001:db8::/32,loopback', ['203.0.113.7', '2001:db8::/32', 'loopback']],
])('TRUST_PROXY=%s trusts %j', (text, proxies) => {
  expect(readConfig({ ...production, TRUST_PROXY: text }).trustedProxies).toEqual(proxies);
});

test.each(['0', 'all', '203.0.113.7/33', 'proxy.example', '10.0.0.0/8,'])('TRUST_PROXY=%s is refused', (text) => {
  expect(() => readConfig({ ...production, TRUST_PROXY: text })).toThrow('TRUST_PROXY must be');
});

test('the queue is read with static keys, or with those that the AWS SDK finds', () => {
  expect(readConfig({ ...production, ...queue }).notifications?.credentials).toEqual({
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
  const keyless = { ...production, ...queue, AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };
  expect(readConfig(keyless).notifications?.credentials).toBeNull();
});

test('the owner of the tables replaces other database roles in development only', () => {
  expect(readConfig(production).databaseMigrateUrl).toBeNull();
  expect(readConfig(development).databaseMigrateUrl).toBe(development.DATABASE_URL);
});

test('a command needs no other address of the database than that of the worker', () => {
  const { DATABASE_URL: _api, ...command } = production;

  expect(readCommandConfig(command).databaseWorkerUrl).toBe(production.DATABASE_WORKER_URL);
  expect(readCommandConfig(development).databaseWorkerUrl).toBe(development.DATABASE_URL);
  expect(() => readCommandConfig({ ...command, DATABASE_WORKER_URL: '' })).toThrow(
    'The configuration is not complete. DATABASE_WORKER_URL must be set. See',
  );
});

test('retail pages come from the configured provider, within an allowance per product and keyword', () => {
  const keepa = { RETAIL_API_PROVIDER: 'keepa', KEEPA_API_URL: 'https://api.keepa.com', KEEPA_API_KEY: 'token' };

  expect(readConfig({ ...development, ...pages }).pages).toEqual({
    provider: 'rainforest',
    url: 'https://api.rainforestapi.com',
    key: 'key',
    creditsPerProduct: 12,
    creditsPerKeyword: 16,
  });
  expect(readConfig({ ...development, ...pages, ...keepa }).pages).toMatchObject({ provider: 'keepa', key: 'token' });
  expect(readConfig({ ...development, ...pages, RETAIL_API_KEY: '' })).toMatchObject({
    pages: null,
    off: expect.arrayContaining([{ part: 'pages', missing: ['RETAIL_API_KEY'] }]),
  });
  expect(() => readConfig({ ...development, RETAIL_API_PROVIDER: 'other' })).toThrow('RETAIL_API_PROVIDER');
});

test('advertising is on in the parts of the world whose addresses are set', () => {
  const { ADS_API_URL_EU: _apiUrl, ...incomplete } = advertising;

  expect(readConfig({ ...development, ...advertising }).advertising).toMatchObject({
    addresses: {
      NA: null,
      EU: { apiUrl: 'https://advertising-api-eu.amazon.com' },
      IN: { apiUrl: 'https://advertising-api-eu.amazon.com' },
    },
  });
  expect(readConfig({ ...development, ...incomplete }).advertising).toBeNull();
  expect(() => readConfig({ ...production, ...advertising, ADS_API_URL_EU: 'http://ads.example' })).toThrow(
    'ADS_API_URL_EU must be https and not loopback',
  );
});

test('production runs the script of the payment provider from its own address only', () => {
  const environment = { ...production, ...stripe, STRIPE_JS_URL: 'https://js.example/stripe.js' };

  expect(() => readConfig(environment)).toThrow('STRIPE_JS_URL must be on https://js.stripe.com');
});

test('a part without its variables is off, and the missing variables are named', () => {
  const config = readConfig({ ...development, LWA_TOKEN_URL: production.LWA_TOKEN_URL, LWA_CLIENT_ID: 'client' });

  expect(config).toMatchObject({ marketplace: null, notifications: null, mail: null });
  expect(config.off).toEqual([
    { part: 'marketplace', missing: ['LWA_CLIENT_SECRET', 'SP_API_APPLICATION_ID'] },
    { part: 'notifications', missing: Object.keys(queue).slice(0, 3) },
    { part: 'mail', missing: ['SMTP_URL'] },
    { part: 'advertising', missing: ['ADS_CLIENT_ID', 'ADS_CLIENT_SECRET'] },
    { part: 'browser notifications', missing: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] },
    { part: 'support', missing: ['SUPPORT_EMAIL'] },
    { part: 'chat', missing: ['INTERCOM_APP_ID', 'INTERCOM_SECRET'] },
    { part: 'affiliates', missing: Object.keys(affiliates) },
    { part: 'spreadsheets at Google', missing: Object.keys(google) },
    { part: 'payments', missing: Object.keys(stripe) },
    { part: 'pages', missing: ['RETAIL_API_PROVIDER'] },
  ]);
});
