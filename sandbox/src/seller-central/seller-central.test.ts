import fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { createAuthorizationCodes } from '../lwa/codes.ts';
import { createManualClock } from '../world/clock.ts';
import { seededSellers } from '../world/model/seller.ts';
import { sellerCentral } from './plugin.ts';

const back = 'http://127.0.0.1:4000/back';
const spare = 'A1MRWBY5P8XGZ2';
const consent = '/seller-central-na/apps/authorize/consent';
const query = { application_id: 'amzn1.sp.solution.x', state: 'our-state', redirect_uri: back };

let app: FastifyInstance;
let codes: ReturnType<typeof createAuthorizationCodes>;

beforeEach(async () => {
  let ids = 0;
  const newId = () => String((ids += 1)).padStart(18, '0');
  codes = createAuthorizationCodes({ clock: createManualClock(new Date('2026-11-20T10:00:00Z')), newId });
  const places = { watchpostUrl: 'http://127.0.0.1:4000', publicUrl: () => 'http://127.0.0.1:4010' };
  app = fastify();
  const applicationId = 'amzn1.sp.solution.x';
  await app.register(sellerCentral({ ...places, applicationId, sellers: seededSellers, codes, newId }));
});

const open = (url: string, search: Record<string, string> = {}) => app.inject({ method: 'GET', url, query: search });
const confirm = (form: Record<string, string>, url = consent) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
const leads = (response: { headers: Record<string, unknown> }) => new URL(String(response.headers.location));

test('the consent page lists the sellers of its region and preselects the spare one', async () => {
  const page = (await open(consent, query)).body;

  expect(page).toContain('North America');
  expect(page).toMatch(new RegExp(`value="${spare}"\\s+required\\s+checked`));
  expect(page.match(/type="radio"/g)).toHaveLength(2);
  expect(page).not.toContain('Fennimoor');
});

test('confirming redirects back with the state, the seller and a code for this consent', async () => {
  const response = await confirm({ ...query, selling_partner_id: spare, decision: 'confirm' });

  const url = leads(response);
  expect(response.statusCode).toBe(302);
  expect(url.origin + url.pathname).toBe(back);
  expect(url.searchParams.get('state')).toBe('our-state');
  expect(url.searchParams.get('selling_partner_id')).toBe(spare);
  const code = url.searchParams.get('spapi_oauth_code') ?? '';
  expect(codes.redeem(code, back)).toEqual({ ok: true, sellingPartnerId: spare });
});

test('cancelling shows that nothing was authorized', async () => {
  const response = await confirm({ ...query, selling_partner_id: spare, decision: 'cancel' });

  expect(response.statusCode).toBe(200);
  expect(response.body).toContain('Nothing was authorized');
});

test.each([
  ['an unknown application', { ...query, application_id: 'other' }, 'MD9100'],
  ['no state', { ...query, state: '' }, 'MD9100'],
  ['an unregistered redirect address', { ...query, redirect_uri: 'https://evil.example/back' }, 'MD5101'],
])('%s gets an error page with the marketplace’s code', async (_name, search, code) => {
  const response = await open(consent, search);

  expect(response.statusCode).toBe(400);
  expect(response.body).toContain(`Error ${code}`);
});

test('a seller of another region cannot be authorized', async () => {
  const response = await confirm({ ...query, selling_partner_id: spare }, consent.replace('-na', '-eu'));

  expect(response.statusCode).toBe(400);
});

test('parameters of the address are escaped on the page', async () => {
  const { body } = await open(consent, { ...query, application_id: '<script>alert(1)</script>' });

  expect(body).not.toContain('<script>alert');
});

async function startFromAppstore() {
  const started = leads(await open('/seller-central-na/appstore/authorize', { selling_partner_id: spare }));
  const callback = new URL(started.searchParams.get('amazon_callback_uri') ?? '');
  return { started, callback, amazonState: started.searchParams.get('amazon_state') ?? '' };
}

test('an authorization started at the app store goes through the product’s sign-up and ends with a code', async () => {
  const { started, callback, amazonState } = await startFromAppstore();
  expect(started.origin + started.pathname).toBe('http://127.0.0.1:4000/signup');
  expect(started.searchParams.get('selling_partner_id')).toBe(spare);

  const confirmation = { redirect_uri: back, amazon_state: amazonState, state: 'ours' };
  const url = leads(await open(callback.pathname, confirmation));

  expect(url.origin + url.pathname).toBe(back);
  expect(url.searchParams.get('state')).toBe('ours');
  expect(codes.redeem(url.searchParams.get('spapi_oauth_code') ?? '', back)).toMatchObject({ sellingPartnerId: spare });
  expect((await open(callback.pathname, confirmation)).statusCode).toBe(400);
});

test('a confirmation with a changed amazon_state is refused', async () => {
  const { callback } = await startFromAppstore();

  const response = await open(callback.pathname, { redirect_uri: back, amazon_state: 'guessed', state: 'ours' });

  expect(response.statusCode).toBe(400);
});
