import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { advertisingCalls } from '@app/shared/contract/advertising.ts';
import { logIn } from '@app/shared/contract/auth.ts';
import { googleSheetsAuthorizationUrl, googleSheetsCallback } from '@app/shared/contract/google-sheets.ts';
import { authorizationCallback, authorizationRedirect } from '@app/shared/contract/sellers.ts';
import { connectSeller } from '../src/features/sellers/authorization/connect-seller.ts';
import { ownersPassword, testApi, type Owner } from '../testing/http/api.ts';
import type { Browser } from '../testing/http/browser.ts';
import { answering } from '../testing/observing/answering.ts';

const outside = answering();
const codes: string[] = [];
const api = testApi({
  get environment(): Record<string, string> {
    return {
      ADS_CLIENT_ID: 'ads-client',
      ADS_CLIENT_SECRET: 'ads-secret',
      ADS_AUTHORIZE_URL: 'https://www.amazon.test/ap/oa',
      ADS_TOKEN_URL: `${outside.url}/ads/token`,
      ADS_API_URL: outside.url,
      GOOGLE_CLIENT_ID: 'google-client',
      GOOGLE_CLIENT_SECRET: 'google-secret',
      GOOGLE_TOKEN_URL: `${outside.url}/google/token`,
    };
  },
  marketplace: {
    exchangeCode: async ({ code }) => {
      codes.push(code);
      return { refreshToken: 'Atzr|refresh-abc123' };
    },
    participations: async () => [],
    searchListingsItems: async () => ({ members: [], refusals: [] }),
  },
});

const services = ['google', 'advertising', 'marketplace'] as const;
type Service = (typeof services)[number];

let owner: Owner;
let sellerId: string;
let otherSellerId: string;
/** The browsers that try to finish a consent that the owner began. */
let comers: Readonly<Record<'owner' | 'another session' | 'another tenant' | 'nobody', Browser>>;

beforeAll(async () => {
  owner = await api.owner();
  sellerId = await addSeller('A1SELLER');
  otherSellerId = await addSeller('A2SELLER');
  const again = api.browser();
  await again.call(logIn, { body: { email: owner.email, password: ownersPassword, keepMeSignedIn: false } });
  comers = { owner, 'another session': again, 'another tenant': await api.owner(), nobody: api.browser() };
});

async function addSeller(sellingPartnerId: string): Promise<string> {
  const { tenantId, email } = owner;
  const access = { sellingPartnerId, region: 'NA', refreshToken: 'Atzr|refresh-abc123' } as const;
  const stores = [{ marketplace: 'US' as const, storeName: sellingPartnerId }];
  return (await connectSeller(api.ctx, { tenantId, access, stores, accountName: null, email })).sellerAccountId;
}

const stateOf = (address: string): string => new URL(address).searchParams.get('state') ?? '';
const nonceCookie = (seller: string): string => `watchpost_ad_connect_${seller}`;

/** Begins a consent of each service as the owner. The secret of advertising is a cookie, the others are the state. */
async function beginAll(): Promise<Readonly<Record<Service, string>>> {
  const { authorizationUrl } = await owner.call(googleSheetsAuthorizationUrl);
  await owner.call(advertisingCalls.adConnectRedirect, { params: { sellerId } });
  const { location } = await owner.call(authorizationRedirect, { query: { region: 'NA' } });
  const nonce = owner.cookies.get(nonceCookie(sellerId)) ?? '';
  owner.cookies.delete(nonceCookie(sellerId));
  return { google: stateOf(authorizationUrl), advertising: nonce, marketplace: stateOf(location) };
}

interface Return {
  readonly to: Service;
  readonly by: keyof typeof comers;
  /** The service whose secret comes back. */
  readonly secretOf: Service | 'none';
  /** The seller account that Amazon names. */
  readonly seller: 'begun' | 'another';
}

/** Returns to a callback as a service would send the browser there, and answers whether a code was redeemed. */
async function comeBack(secrets: Readonly<Record<Service, string>>, { to, by, secretOf, seller }: Return) {
  const browser = comers[by];
  const secret = secretOf === 'none' ? 'x'.repeat(43) : secrets[secretOf];
  const before = outside.asked.length + codes.length;
  const state = seller === 'begun' ? sellerId : otherSellerId;
  if (to === 'advertising') browser.cookies.set(nonceCookie(state), secret);
  const response = await {
    google: () => browser.send(googleSheetsCallback, { query: { state: secret, code: 'code' } }),
    advertising: () => browser.send(advertisingCalls.adConnect, { query: { state, code: 'code' } }),
    marketplace: () =>
      browser.send(authorizationCallback, {
        query: { state: secret, selling_partner_id: 'A3SELLER', spapi_oauth_code: 'code' },
      }),
  }[to]();
  browser.cookies.delete(nonceCookie(state));
  expect(response.statusCode).toBe(303);
  expect(String(response.headers.location)).toMatch(/^\//);
  return outside.asked.length + codes.length > before;
}

const returns = fc.record<Return>({
  to: fc.constantFrom(...services),
  by: fc.constantFrom('owner', 'another session', 'another tenant', 'nobody'),
  secretOf: fc.constantFrom(...services, 'none'),
  seller: fc.constantFrom('begun', 'another'),
});

test('a callback redeems a code once, for the session that began it, at its own service and for its own seller account', async () => {
  outside.respond(() => ({ status: 400, body: { error: 'invalid_grant' } }));
  await fc.assert(
    fc.asyncProperty(fc.array(returns, { minLength: 6, maxLength: 14 }), async (sequence) => {
      const secrets = await beginAll();
      const used = new Set<Service>();
      for (const one of sequence) {
        const isOwn = one.by === 'owner' && one.secretOf === one.to && !used.has(one.to);
        const isMeant = isOwn && (one.to !== 'advertising' || one.seller === 'begun');
        expect([one, await comeBack(secrets, one)]).toEqual([one, isMeant]);
        // A return with another seller account uses the request up, too.
        if (isOwn) used.add(one.to);
      }
    }),
    { numRuns: 25, seed: 2026 },
  );
});
