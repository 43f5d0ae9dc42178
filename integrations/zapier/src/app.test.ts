import { sql } from 'kysely';
import { pino } from 'pino';
import zapier from 'zapier-platform-core';
// @ts-expect-error -- the package has no types
import schema from 'zapier-platform-schema';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { createAccessToken } from '@app/shared/contract/access-tokens.ts';
import { decideConsent } from '@app/shared/contract/oauth.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import type { AccountEvent } from '@app/shared/contract/public-api/hooks.ts';
import { channelTransports } from '@app/shared/transports/registry.ts';
import { catalogFacts } from '../../../server/testing/database/factories.ts';
import { automationClient, ownersPassword, testApi, type Owner } from '../../../server/testing/http/api.ts';
import { sendMessages } from '../../../server/testing/mails/send-messages.ts';
import { answering } from '../../../server/testing/observing/answering.ts';
import { buildProductOf } from '../../../server/testing/observing/products.ts';
import { makeUpTargetMessages } from '../../../server/src/features/delivering/composing/alert/targets/make-up-target-messages.ts';
import { enqueueAccountEvents } from '../../../server/src/features/delivering/outbox/account-event-queries.ts';
import { createJudging } from '../../../server/src/features/judging/ingest.ts';
import { connectionBroken, invoicePaid, productTracked } from './account-events.ts';
import { alertRaised } from './alerts.ts';
import app from './app.ts';
import { muteIssue, setIssueStatus } from './issues.ts';
import { findProduct } from './products.ts';

const api = testApi({ environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' } });
const zapierHook = answering();
/** Runs a trigger or an action of the app as Zapier does. */
const run = zapier.createAppTester(app);
const runList = async (perform: unknown, bundle: Parameters<typeof run>[1]) =>
  (await run(perform as never, bundle)) as Record<string, unknown>[];
let owner: Owner;
let authData: Record<string, string>;

beforeAll(async () => {
  process.env['WATCHPOST_URL'] = await api.app.listen({ port: 0, host: '127.0.0.1' });
  process.env['CLIENT_ID'] = automationClient.id;
  process.env['CLIENT_SECRET'] = automationClient.secret;
});

beforeEach(async () => {
  await sql`delete from channels`.execute(api.worker.global);
  owner = await api.owner();
  await owner.call(provePassword, { body: { password: ownersPassword } });
  const scopes = ['catalogue:read', 'alerts:write', 'hooks:write', 'billing:read'] as const;
  const { token } = await owner.call(createAccessToken, { body: { name: 'Zapier', scopes: [...scopes] } });
  authData = { access_token: token };
  zapierHook.asked.length = 0;
  zapierHook.respond(() => ({}));
});

/** Creates a product whose main image has disappeared, which raises an alert. Returns the product id. */
async function loseImage(): Promise<string> {
  const { productId } = await buildProductOf(api.worker, owner, { name: 'Skillet' });
  await loseImageOf(productId);
  return productId;
}

/** Observes the product with its main image, and then without it. */
async function loseImageOf(productId: string): Promise<void> {
  for (const facts of [catalogFacts(), catalogFacts({ images: [] })]) {
    api.clock.advance(minuteMs);
    const observation = { productId, aspect: 'catalog' as const, sku: '', observedAt: api.clock.now(), facts };
    await createJudging({ db: api.worker, clock: api.clock }).ingest(owner.tenantId, [observation]);
  }
}

async function deliver(): Promise<void> {
  const worker = { ...api.ctx, db: api.worker, log: pino({ level: 'silent' }) };
  await makeUpTargetMessages(
    worker,
    channelTransports.map(({ id }) => id),
  );
  await sendMessages(worker);
}

const newestAlertId = async (): Promise<string> => {
  const alerts = await runList(alertRaised.operation.performList, { authData });
  return String(alerts[0]?.['id']);
};

/**
 * Converts the app to the form in which Zapier stores it: each function becomes a text with its number of parameters.
 */
function definitionOf(value: unknown): unknown {
  if (typeof value === 'function') return `$func$${value.length}$f$`;
  if (Array.isArray(value)) return value.map(definitionOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, definitionOf(inner)]));
}

test("the platform's validator accepts the app", () => {
  const { errors } = schema.validateAppDefinition(definitionOf(app));

  expect(errors).toEqual([]);
});

test('each trigger, action and search has a sample with the fields that it declares', () => {
  for (const { operation } of [
    ...Object.values(app.triggers),
    ...Object.values(app.creates),
    ...Object.values(app.searches),
  ]) {
    const declared = operation.outputFields.map(({ key }) => key.split(/__|\[\]/)[0] ?? '');
    const sampled: Record<string, unknown> = operation.sample;
    expect(declared.filter((name) => !(name in sampled))).toEqual([]);
  }
});

test('a person allows the app, which gets tokens, renews them and is named by its company', async () => {
  const { oauth2Config, test: question } = app.authentication;
  const redirectUri = automationClient.redirectUris[0] ?? '';
  const verifier = 'v'.repeat(43);
  const request = {
    client_id: automationClient.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: oauth2Config?.scope ?? '',
    state: 's',
    code_challenge: Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))).toString(
      'base64url',
    ),
    code_challenge_method: 'S256',
  };
  const { redirectTo } = await owner.call(decideConsent, { body: { request, isAllowed: true } });
  const code = new URL(redirectTo).searchParams.get('code') ?? '';

  const inputData = { code, code_verifier: verifier, redirect_uri: redirectUri };
  const first = await run(oauth2Config?.getAccessToken as never, { inputData });
  const renewed = await run(oauth2Config?.refreshAccessToken as never, { authData: first as never });
  const me = await run(question as never, { authData: renewed as never });

  expect(me).toMatchObject({ email: owner.email, company: expect.any(String) });
});

test('a hook is subscribed, called with the fields of the list, and unsubscribed', async () => {
  const { performSubscribe, perform, performList, performUnsubscribe } = alertRaised.operation;
  const inputData = { watchdogs: 'imageMissing, price' };
  const subscribeData = await run(performSubscribe as never, {
    authData,
    inputData,
    targetUrl: `${zapierHook.url}/hook`,
  });
  const productId = await loseImage();
  await deliver();

  const cleanedRequest = JSON.parse(zapierHook.asked[0]?.body ?? 'null');
  const [called] = await runList(perform, { cleanedRequest });
  const [listed] = await runList(performList, { authData });
  expect(called).toMatchObject({ event: 'raised', watchdog: 'imageMissing', product: { productId } });
  expect(listed).toEqual(called);

  await run(performUnsubscribe as never, { authData, subscribeData: subscribeData as never });
  await run(performUnsubscribe as never, { authData, subscribeData: subscribeData as never });
  await loseImage();
  await deliver();
  expect(zapierHook.asked).toHaveLength(1);
});

test('a hook that the API does not let Zapier end is not taken for an unsubscribed one', async () => {
  const { performSubscribe, performUnsubscribe } = alertRaised.operation;
  const targetUrl = `${zapierHook.url}/hook`;
  const subscribeData = await run(performSubscribe as never, { authData, inputData: {}, targetUrl });
  const { token } = await owner.call(createAccessToken, { body: { name: 'Reader', scopes: ['catalogue:read'] } });

  const refused = run(performUnsubscribe as never, {
    authData: { access_token: token },
    subscribeData: subscribeData as never,
  });
  await expect(refused).rejects.toThrow(/403/);
});

test('the issue of an alert is muted and gets a status', async () => {
  await loseImage();
  const alertId = await newestAlertId();

  const done = await run(setIssueStatus.operation.perform as never, {
    authData,
    inputData: { alertId, status: 'inProgress' },
  });
  const muted = await run(muteIssue.operation.perform as never, {
    authData,
    inputData: { alertId, minutes: 60 },
  });

  expect(done).toMatchObject({ status: 'inProgress' });
  expect(muted).toMatchObject({ mutedUntil: new Date(api.clock.now().getTime() + 60 * minuteMs).toISOString() });
});

test('an action for an alert changes nothing once its issue has become another one', async () => {
  const productId = await loseImage();
  const alertId = await newestAlertId();
  await loseImageOf(productId);

  const muting = run(muteIssue.operation.perform as never, { authData, inputData: { alertId, minutes: 60 } });
  await expect(muting).rejects.toThrow(/changed since/);
  const marking = run(setIssueStatus.operation.perform as never, { authData, inputData: { alertId, status: 'done' } });
  await expect(marking).rejects.toThrow(/changed since/);

  const inputData = { alertId: await newestAlertId(), status: 'seen' };
  expect(await run(setIssueStatus.operation.perform as never, { authData, inputData })).toMatchObject({
    status: 'seen',
    mutedUntil: null,
  });
});

const find = (words: string) => run(findProduct.operation.perform as never, { authData, inputData: { words } });

test('a product is found by a word of its name', async () => {
  const productId = await loseImage();

  expect(await find('skillet')).toMatchObject([{ id: productId, name: 'Skillet' }]);
  expect(await find('zeppelin')).toEqual([]);
});

test('an ended token makes Zapier renew it, and a refusal says what to do', async () => {
  const list = alertRaised.operation.performList as never;
  await expect(run(list, { authData: { access_token: 'ended' } })).rejects.toMatchObject({ name: 'RefreshAuthError' });

  const subscribe = alertRaised.operation.performSubscribe as never;
  const refused = run(subscribe, { authData, inputData: { watchdogs: 'nothing' }, targetUrl: `${zapierHook.url}/x` });
  await expect(refused).rejects.toThrow(/watchdog/i);
});

test.each(Object.values({ productTracked, connectionBroken, invoicePaid }))(
  '$key is subscribed and called with the fields of its sample',
  async ({ operation }) => {
    const { performSubscribe, perform } = operation;
    await run(performSubscribe as never, { authData, targetUrl: `${zapierHook.url}/hook` });
    const { productId } = await buildProductOf(api.worker, owner);
    const subject = {
      productTracked: productId,
      connectionBroken: 'Google Sheets',
      invoicePaid: await insertInvoice(),
    };
    const { event } = operation.sample;
    await api.worker.tenant(owner.tenantId, (tx) =>
      enqueueAccountEvents(tx, {
        tenantId: owner.tenantId,
        event: event as AccountEvent,
        subjects: [subject[event as AccountEvent]],
        at: api.clock.now(),
      }),
    );

    await deliver();

    const cleanedRequest = JSON.parse(zapierHook.asked[0]?.body ?? 'null');
    const [called] = await runList(perform, { cleanedRequest });
    expect(Object.keys(called ?? {})).toEqual(Object.keys(operation.sample));
  },
);

async function insertInvoice(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into invoices (tenant_id, invoice_id, number, from_day, to_day, total_cents, lines, billing_name, created_at)
    values (${owner.tenantId}, gen_random_uuid(), 'WP-7', '2026-05-01', '2026-05-31', 4950, '[]', 'Larkhollow', now())
    returning invoice_id as id`.execute(api.worker.global);
  return rows[0]?.id ?? '';
}
