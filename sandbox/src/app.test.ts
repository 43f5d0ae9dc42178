import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { createSandbox, type Sandbox } from './app.ts';
import { testConfig } from './config.ts';
import { outsideWorld } from './environment.ts';

const larkhollow = 'A2QWN7L4RKH13D';
const back = 'http://127.0.0.1:4000/back';

let sandbox: Sandbox;
let env: Readonly<Record<string, string>>;

beforeEach(async () => {
  sandbox = await createSandbox(testConfig());
  env = outsideWorld(sandbox);
});

afterEach(() => sandbox.close());

const form = (fields: Record<string, string | undefined>) => ({
  method: 'POST',
  redirect: 'manual' as const,
  body: new URLSearchParams(Object.entries(fields).map(([name, value]): [string, string] => [name, value ?? ''])),
});

const tokenAnswer = z.object({ access_token: z.string(), refresh_token: z.optional(z.string()) });

async function askForToken(fields: Record<string, string | undefined>) {
  const client = { client_id: env.LWA_CLIENT_ID, client_secret: env.LWA_CLIENT_SECRET };
  const response = await fetch(env.LWA_TOKEN_URL ?? '', form({ ...client, ...fields }));
  return tokenAnswer.parse(await response.json());
}

async function authorize() {
  const consent = `${env.SELLER_CENTRAL_URL_NA}/apps/authorize/consent`;
  const fields = { application_id: env.SP_API_APPLICATION_ID, state: 'ours', redirect_uri: back };
  const confirmed = await fetch(consent, form({ ...fields, selling_partner_id: larkhollow, decision: 'confirm' }));
  const code = new URL(confirmed.headers.get('location') ?? '').searchParams.get('spapi_oauth_code') ?? '';
  return askForToken({ grant_type: 'authorization_code', code, redirect_uri: back });
}

test('a request under a name that is not of this machine is refused', async () => {
  for (const url of [sandbox.url, sandbox.stripeUrl]) {
    const { hostname, port } = new URL(url);
    const statusOf = (host: string) =>
      new Promise((resolve) => {
        get({ hostname, port, path: '/sandbox/mail', headers: { host } }, ({ statusCode }) => resolve(statusCode));
      });

    expect(await statusOf(`attacker.example:${port}`)).toBe(421);
    expect(await statusOf(`localhost:${port}`)).not.toBe(421);
  }
});

interface Call {
  url: string | undefined;
  token: string;
  body?: unknown;
}

const callApi = (path: string, { url, token, body }: Call) =>
  fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-amz-access-token': token, 'user-agent': 'Watchpost/test', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const participations = '/sellers/v1/marketplaceParticipations';

test('after consent a seller can be called at the endpoint of its region, configured by environment variables only', async () => {
  const { access_token: token } = await authorize();

  expect((await callApi(participations, { url: env.SP_API_URL_NA, token })).status).toBe(200);
  expect((await callApi(participations, { url: env.SP_API_URL_EU, token })).status).toBe(403);
});

test('the seller to whom a replayed message is addressed can be authorised', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-app-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'notifications'));
  const seller = { SellerId: 'ACAPTURED00001', OfferChangeTrigger: { MarketplaceId: 'ATVPDKIKX0DER' } };
  const message = { Payload: { AnyOfferChangedNotification: seller } };
  writeFileSync(join(folder, 'notifications/offers.json'), JSON.stringify(message));
  const replaying = await createSandbox(testConfig({ replayFolders: [folder] }));
  onTestFinished(() => replaying.close());

  const { SELLER_CENTRAL_URL_NA: url } = outsideWorld(replaying);
  const fields = { application_id: env.SP_API_APPLICATION_ID, state: 'ours', redirect_uri: back };
  const consent = form({ ...fields, selling_partner_id: 'ACAPTURED00001', decision: 'confirm' });

  expect((await fetch(`${url}/apps/authorize/consent`, consent)).status).toBe(302);
});

test('calls and token refreshes fail after a seller withdraws its consent', async () => {
  const { access_token: token, refresh_token: refreshToken } = await authorize();

  const fault = { fault: 'tokenRevoked', sellerId: larkhollow };
  await callApi('/sandbox/faults', { url: sandbox.url, token: '', body: fault });

  expect((await callApi(participations, { url: env.SP_API_URL_NA, token })).status).toBe(403);
  await expect(askForToken({ grant_type: 'refresh_token', refresh_token: refreshToken })).rejects.toThrow(
    'access_token',
  );
});

const created = z.object({ payload: z.object({ destinationId: z.string() }) });

async function subscribe(token: string, notificationType: string) {
  const scope = 'sellingpartnerapi::notifications';
  const grantless = await askForToken({ grant_type: 'client_credentials', scope });
  const destination = await callApi('/notifications/v1/destinations', {
    url: env.SP_API_URL_NA,
    token: grantless.access_token,
    body: { name: 'queue', resourceSpecification: { sqs: { arn: env.SP_API_NOTIFICATIONS_QUEUE_ARN } } },
  });
  const { destinationId } = created.parse(await destination.json()).payload;
  const body = { payloadVersion: '1.0', destinationId };
  return callApi(`/notifications/v1/subscriptions/${notificationType}`, { url: env.SP_API_URL_NA, token, body });
}

test('an event at the marketplace is sent to the queue of a subscriber', async () => {
  const { access_token: token } = await authorize();
  expect((await subscribe(token, 'ANY_OFFER_CHANGED')).status).toBe(200);
  const product = sandbox.world.products.find((one) => one.sellerId === larkhollow && one.rivals.length > 0);
  const event = { type: 'sellerJoined', asin: product?.asin, marketplace: product?.marketplace };
  await callApi('/sandbox/events', { url: sandbox.url, token: '', body: event });

  const client = new SQSClient({
    endpoint: env.SP_API_NOTIFICATIONS_URL ?? '',
    region: env.AWS_REGION ?? '',
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID ?? '', secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '' },
  });
  const QueueUrl = env.SP_API_NOTIFICATIONS_QUEUE;
  const { Messages: [message] = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 20 }));
  await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message?.ReceiptHandle }));
  client.destroy();

  expect(JSON.parse(message?.Body ?? '')).toMatchObject({
    NotificationType: 'ANY_OFFER_CHANGED',
    Payload: { AnyOfferChangedNotification: { OfferChangeTrigger: { ASIN: product?.asin } } },
  });
});

const mails = z.array(z.object({ subject: z.string(), to: z.string() }));

test('a sent mail stays in the inbox until the inbox is emptied', async () => {
  const transport = createTransport(env.SMTP_URL);
  await transport.sendMail({ from: 'alerts@watchpost.example', to: 'ann@shop.example', subject: 'Hello', text: 'Hi' });
  const readInbox = async () => mails.parse(await (await fetch(`${sandbox.url}/sandbox/mail`)).json());

  expect(await readInbox()).toEqual([{ subject: 'Hello', to: 'ann@shop.example' }]);
  await fetch(`${sandbox.url}/sandbox/mail`, { method: 'DELETE' });
  expect(await readInbox()).toEqual([]);
});

test('a refusal of Login with Amazon is recorded in the ledger', async () => {
  await askForToken({ grant_type: 'refresh_token', refresh_token: 'Atzr|made.up' }).catch(() => undefined);

  expect(sandbox.world.ledger.entriesAfter(0)).toMatchObject([
    { kind: 'refusal', type: 'LWA token', detail: { status: 400, reason: expect.stringContaining('invalid_grant') } },
  ]);
});

test('the URL of a product picture serves a PNG', async () => {
  const [product] = sandbox.world.products;
  const response = await fetch(sandbox.world.pictureUrl(product?.asin ?? '', 75));

  expect(response.headers.get('content-type')).toBe('image/png');
  expect([...new Uint8Array(await response.arrayBuffer()).slice(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
});

const page = z.object({ product: z.object({ title: z.string() }) });
const counts = z.array(z.object({ operation: z.string(), answered: z.number(), credits: z.number() }));

test('both page providers answer at the addresses of the environment variables, and their credits are counted', async () => {
  const [product] = sandbox.world.products;
  const asked = new URLSearchParams({ asin: product?.asin ?? '', type: 'product', amazon_domain: 'amazon.com' });
  const rainforest = `${env.RETAIL_API_URL}/request?api_key=${env.RETAIL_API_KEY}&${asked.toString()}`;
  const keepa = `${env.KEEPA_API_URL}/product?key=${env.KEEPA_API_KEY}&domain=1&asin=${product?.asin}`;

  expect(page.parse(await (await fetch(rainforest)).json()).product.title).toBe(product?.title);
  expect((await fetch(keepa)).status).toBe(200);

  const read = async () => counts.parse(await (await fetch(`${sandbox.url}/sandbox/calls`)).json());
  expect(await read()).toEqual([
    { operation: 'keepa.product', answered: 1, credits: 1 },
    { operation: 'rainforest.product', answered: 1, credits: 1 },
  ]);
  await fetch(`${sandbox.url}/sandbox/calls`, { method: 'DELETE' });
  expect(await read()).toEqual([]);
});

test('the account status of a seeded seller can be changed, that of an unknown seller cannot', async () => {
  const change = (sellerId: string) =>
    callApi('/sandbox/account-status', { url: sandbox.url, token: '', body: { sellerId, status: 'AT_RISK' } });

  expect([(await change(larkhollow)).status, (await change('ANOBODY')).status]).toEqual([200, 400]);
  expect(sandbox.world.ledger.entriesAfter(0)).toMatchObject([
    { kind: 'event', type: 'accountStatusChanged', sellerId: larkhollow, detail: { before: 'NORMAL', now: 'AT_RISK' } },
  ]);
});
