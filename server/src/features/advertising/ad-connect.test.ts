import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { errorCatalogue } from '@app/shared/base/errors.ts';
import { getSettings } from '@app/shared/contract/accounts.ts';
import { advertisingCalls } from '@app/shared/contract/advertising.ts';
import { deleteSeller, sellerList } from '@app/shared/contract/sellers.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import type { Browser } from '../../../testing/http/browser.ts';
import { connectSeller } from '../sellers/authorization/connect-seller.ts';
import { answering } from '../../../testing/observing/answering.ts';

const { adConnect, adConnectRedirect, adConnections, adDisconnect } = advertisingCalls;

const amazon = answering();
const api = testApi({
  get environment(): Record<string, string> {
    return {
      ADS_CLIENT_ID: 'ads-client',
      ADS_CLIENT_SECRET: 'ads-secret',
      ADS_AUTHORIZE_URL: 'https://www.amazon.test/ap/oa',
      ADS_TOKEN_URL: `${amazon.url}/token`,
      ADS_API_URL: amazon.url,
    };
  },
});

interface Profile {
  readonly id: string;
  readonly marketplaceStringId: string;
}
const ours: Profile = { id: 'A1SELLER', marketplaceStringId: 'ATVPDKIKX0DER' };
let profiles: readonly Profile[];
let owner: Owner;
let sellerId: string;

beforeEach(async () => {
  amazon.asked.length = 0;
  profiles = [ours];
  amazon.respond(({ url }) =>
    url === '/token'
      ? { body: { access_token: 'Atza|1', refresh_token: 'Atzr|1', expires_in: 3600 } }
      : {
          body: profiles.map((accountInfo, index) => ({
            profileId: index + 1,
            timezone: 'America/Los_Angeles',
            accountInfo: { ...accountInfo, type: 'seller' },
          })),
        },
  );
  owner = await api.owner();
  sellerId = await addSeller('A1SELLER');
});

async function addSeller(sellingPartnerId: string): Promise<string> {
  const { tenantId, email } = owner;
  const access = { sellingPartnerId, region: 'NA', refreshToken: 'Atzr|refresh-abc123' } as const;
  const stores = [{ marketplace: 'US' as const, storeName: 'Brightkeel' }];
  return (await connectSeller(api.ctx, { tenantId, access, stores, accountName: null, email })).sellerAccountId;
}

const begin = async (browser: Browser = owner, id = sellerId): Promise<URL> =>
  new URL((await browser.call(adConnectRedirect, { params: { sellerId: id } })).location);

/** Returns from Amazon with this query. The result is the path of the redirect and the error in it. */
async function comeBack(query: Record<string, string>, browser: Browser = owner): Promise<string> {
  const response = await browser.send(adConnect, { query });
  expect(response.statusCode).toBe(303);
  const location = new URL(String(response.headers.location), 'http://watchpost.test');
  const code = location.searchParams.get('connectionError');
  if (code === null) return location.pathname + location.search;
  expect(location.searchParams.get('message')).toBe(new Map(Object.entries(errorCatalogue)).get(code)?.text);
  return `${location.pathname}?connectionError=${code}`;
}

const account = async () => (await owner.call(sellerList)).sellerAccounts.find((one) => one.sellerId === sellerId);
const connections = async () => (await owner.call(adConnections)).connections;
const refused = (code: string) => `/settings?connectionError=${code}`;
const connectedBack = /^\/settings\?connected(To)?=advertising$/;
const consented = { code: 'ANcode', scope: 'advertising::campaign_management' };

test('connecting begins at Amazon with the seller id as state, and settings say that it is possible', async () => {
  const url = await begin();

  expect(url.origin + url.pathname).toBe('https://www.amazon.test/ap/oa');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: 'ads-client',
    scope: 'advertising::campaign_management',
    response_type: 'code',
    redirect_uri: 'http://watchpost.test/api/identity/ad-connect',
    state: sellerId,
  });
  expect(await owner.call(getSettings)).toMatchObject({ showAdvertisementApiSettings: true });
});

test('a consent connects the account, whose reports are due at once', async () => {
  await begin();

  expect(await comeBack({ ...consented, state: sellerId })).toMatch(connectedBack);

  expect(await account()).toMatchObject({ connectedToAdvertisementApi: true });
  expect(await connections()).toMatchObject([
    { sellerId, connection: { state: 'pending', reason: null }, reported: [] },
  ]);
  const { rows } = await sql`
    select s.due_at, p.profile_id, p.marketplace, p.time_zone
      from sweeps s
      join advertising_profiles p using (tenant_id, seller_account_id)
     where s.tenant_id = ${owner.tenantId} and s.source = 'advertising'`.execute(api.worker.global);
  expect(rows).toEqual([
    { due_at: api.clock.now(), profile_id: '1', marketplace: 'US', time_zone: 'America/Los_Angeles' },
  ]);
});

test('a consent counts once, and only in the browser that began it', async () => {
  await begin();
  const other = await api.owner();
  await other.call(sellerList);

  expect(await comeBack({ ...consented, state: sellerId }, other)).toBe(refused('connectionExpired'));
  expect(await comeBack({ ...consented, state: sellerId }, api.browser())).toContain('/login');
  expect(await comeBack({ ...consented, state: sellerId })).toMatch(connectedBack);
  expect(await comeBack({ ...consented, state: sellerId })).toBe(refused('connectionExpired'));
});

test('a consent that was begun for one seller account does not connect another', async () => {
  const another = await addSeller('A2OTHER');
  await begin();

  expect(await comeBack({ ...consented, state: another })).toBe(refused('connectionExpired'));
  expect(await connections()).toEqual([]);
  expect(amazon.asked).toEqual([]);
});

test('consents for two seller accounts can be under way at once, and each connects its own', async () => {
  const another = await addSeller('A2OTHER');
  profiles = [ours, { ...ours, id: 'A2OTHER' }];
  await begin();
  await begin(owner, another);

  expect(await comeBack({ ...consented, state: sellerId })).toMatch(connectedBack);
  expect(await comeBack({ ...consented, state: another })).toMatch(connectedBack);

  expect((await connections()).map((one) => one.sellerId).toSorted()).toEqual([sellerId, another].toSorted());
});

test('the cookie that binds a consent is hidden from scripts and sent to this path only', async () => {
  const response = await owner.send(adConnectRedirect, { params: { sellerId } });

  const cookies = [response.headers['set-cookie']].flat().join('\n');
  expect(cookies).toMatch(
    /watchpost_ad_connect_\d+=[\w-]{43}; Max-Age=600; Path=\/api\/identity\/ad-connect; HttpOnly; SameSite=Lax/,
  );
});

test.each([
  ['that was denied', { error: 'access_denied' }, 'connectionDenied'],
  ['without a code', {}, 'connectionFailed'],
])('a consent %s connects nothing', async (...[, query, code]) => {
  await begin();

  expect(await comeBack({ ...query, state: sellerId })).toBe(refused(code));
  expect(await account()).toMatchObject({ connectedToAdvertisementApi: false });
});

test.each<[string, readonly Profile[]]>([
  ['of another seller', [{ ...ours, id: 'A2OTHER' }]],
  ['in another region', [{ ...ours, marketplaceStringId: 'A1F83G8C2ARO7P' }]],
  ['without profiles', []],
])('an advertising account %s is refused', async (...[, found]) => {
  profiles = found;
  await begin();

  expect(await comeBack({ ...consented, state: sellerId })).toBe(refused('wrongAdvertisingAccount'));
  expect(await connections()).toEqual([]);
});

test('an account that was deleted during the consent is not connected', async () => {
  await begin();
  await owner.call(deleteSeller, { params: { sellerId } });

  expect(await comeBack({ ...consented, state: sellerId })).toBe(refused('notFound'));
});

test('the connection of a deleted seller account is forgotten', async () => {
  await begin();
  await comeBack({ ...consented, state: sellerId });

  await owner.call(deleteSeller, { params: { sellerId } });

  const { rows } = await sql`select 1 from connections where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  expect(rows).toEqual([]);
});

test('a connection that works only after another consent counts as none, and one that is tried again counts', async () => {
  await begin();
  await comeBack({ ...consented, state: sellerId });
  const withNextTry = async (nextTryAt: Date | null) => {
    await sql`
      update connections
         set state = 'error',
             next_try_at = ${nextTryAt}
       where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
    return (await owner.call(sellerList)).sellerAccounts[0]?.connectedToAdvertisementApi;
  };

  expect(await withNextTry(api.clock.now())).toBe(true);
  expect(await withNextTry(null)).toBe(false);
});

test('disconnecting forgets the consent', async () => {
  await begin();
  await comeBack({ ...consented, state: sellerId });

  await owner.call(adDisconnect, { params: { sellerId } });

  expect(await connections()).toEqual([]);
  expect(await account()).toMatchObject({ connectedToAdvertisementApi: false });
});

test('a seller account of another tenant cannot be connected', async () => {
  const other = await api.owner();

  const response = await other.send(adConnectRedirect, { params: { sellerId } });

  expect([response.statusCode, response.json().code]).toEqual([404, 'notFound']);
});
