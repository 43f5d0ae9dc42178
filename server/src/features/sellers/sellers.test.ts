import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { isAuthenticated } from '@app/shared/contract/auth.ts';
import { errorCatalogue } from '@app/shared/base/errors.ts';
import { minuteMs } from '@app/shared/base/time.ts';
import {
  authorizationCallback,
  authorizationRedirect,
  deleteSeller,
  sellerList,
} from '@app/shared/contract/sellers.ts';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import type { Browser } from '../../../testing/http/browser.ts';
import { getSellerAccess } from '../../../testing/observing/seller-access.ts';
import { ApplicationRefused, ExternalError, OperationRefused } from '../../external/marketplace/external-error.ts';
import type { Marketplace } from '../../external/marketplace/marketplace.ts';
import { beginAuthorization } from './authorization/begin-authorization.ts';
import { finishAuthorization } from './authorization/finish-authorization.ts';

const exchanged: Parameters<Marketplace['exchangeCode']>[0][] = [];
const stands: Pick<Marketplace, 'exchangeCode' | 'participations' | 'searchListingsItems'> = {
  exchangeCode: async () => ({ refreshToken: 'Atzr|refresh-abc123' }),
  participations: async () => [],
  searchListingsItems: async () => ({ members: [], refusals: [] }),
};
const api = testApi({
  marketplace: {
    exchangeCode(input) {
      exchanged.push(input);
      return stands.exchangeCode(input);
    },
    participations: (access) => stands.participations(access),
    searchListingsItems: (access, batch) => stands.searchListingsItems(access, batch),
  },
});

beforeEach(() => {
  exchanged.length = 0;
  stands.exchangeCode = async () => ({ refreshToken: 'Atzr|refresh-abc123' });
  stands.participations = async () => [
    { marketplace: 'CA', storeName: 'Brightkeel' },
    { marketplace: 'US', storeName: 'Brightkeel' },
  ];
  stands.searchListingsItems = async () => ({ members: [], refusals: [] });
});

type Redirect = NonNullable<Parameters<typeof redirectOf>[1]>;

async function redirectOf(browser: Browser, query: { [name: string]: string } = { region: 'NA' }): Promise<URL> {
  return new URL((await browser.call(authorizationRedirect, { query })).location);
}

/** Returns from the marketplace with this query. The result is the address of the redirect and the error in it. */
async function comeBack(browser: Browser, query: Record<string, string>): Promise<string> {
  const response = await browser.send(authorizationCallback, { query });
  expect(response.statusCode).toBe(303);
  const location = new URL(String(response.headers.location), 'http://watchpost.test');
  const code = location.searchParams.get('authorizationError');
  if (code === null) return location.pathname + location.search;
  expect(location.searchParams.get('message')).toBe(new Map(Object.entries(errorCatalogue)).get(code)?.text);
  return `${location.pathname}?authorizationError=${code}`;
}

async function connect(browser: Browser, query?: Redirect, sellingPartnerId = 'A1SELLER'): Promise<string> {
  const state = (await redirectOf(browser, query)).searchParams.get('state') ?? '';
  return comeBack(browser, { state, selling_partner_id: sellingPartnerId, spapi_oauth_code: 'code' });
}

async function actorOf({ tenantId }: Owner): Promise<{ readonly emailAddressId: string }> {
  const { rows } = await sql<{ emailAddressId: string }>`
    select e.email_address_id as "emailAddressId" from email_addresses e
     where e.tenant_id = ${tenantId} and e.is_primary`.execute(api.worker.global);
  return { emailAddressId: rows[0]?.emailAddressId ?? '' };
}

const ownerActing = (owner: Owner, emailAddressId: string) => ({
  ...owner,
  emailAddressId,
  isOwner: true,
  hiddenSellerAccountIds: [],
  sessionHash: '',
  isServed: true,
});

const accountsOf = async (owner: Owner) => (await owner.call(sellerList)).sellerAccounts;

test('authorising begins at the Seller Central of the region', async () => {
  const owner = await api.owner();

  const europe = await redirectOf(owner, { region: 'EU' });

  expect(europe.origin + europe.pathname).toBe('http://seller-central.test/eu/apps/authorize/consent');
  expect(Object.fromEntries(europe.searchParams)).toEqual({
    application_id: 'amzn1.sp.solution.test',
    redirect_uri: 'http://watchpost.test/api/identity/amazon/authorization/callback',
    state: expect.stringMatching(new RegExp(`^${owner.tenantId}\\.[\\w-]{43}$`)),
  });
});

test('while our application is a draft at Amazon, its test version is authorised', async () => {
  const owner = await api.owner();
  const actor = ownerActing(owner, (await actorOf(owner)).emailAddressId);
  const { marketplace } = api.ctx.config;
  const config = { ...api.ctx.config, marketplace: marketplace && { ...marketplace, isDraft: true } };

  const draft = new URL(await beginAuthorization({ ...api.ctx, config }, actor, { region: 'NA' }));

  expect(draft.searchParams.get('version')).toBe('beta');
});

test('a seller who comes from the marketplace is sent back to its own address', async () => {
  const owner = await api.owner();

  const back = await redirectOf(owner, {
    amazonCallbackUrl: 'http://seller-central.test/in/apps/authorize/confirm/amzn1?x=1',
    amazonState: 'their state',
    expectedSellerKey: 'A1SELLER',
  });

  expect(back.origin + back.pathname).toBe('http://seller-central.test/in/apps/authorize/confirm/amzn1');
  expect(Object.fromEntries(back.searchParams)).toEqual({
    x: '1',
    amazon_state: 'their state',
    redirect_uri: 'http://watchpost.test/api/identity/amazon/authorization/callback',
    state: expect.any(String),
  });
  stands.participations = async () => [{ marketplace: 'IN', storeName: null }];
  const state = back.searchParams.get('state') ?? '';
  await comeBack(owner, { state, selling_partner_id: 'A1SELLER', spapi_oauth_code: 'code' });
  expect(await accountsOf(owner)).toMatchObject([{ sellerKey: 'A1SELLER', region: 'IN', name: 'A1SELLER' }]);
});

test('nobody can use the product to redirect a seller elsewhere', async () => {
  const owner = await api.owner();

  const refused = await owner.send(authorizationRedirect, { query: { amazonCallbackUrl: 'https://evil.example/x' } });

  expect([refused.statusCode, refused.json().code]).toEqual([400, 'callbackNotAllowed']);
});

test('without a region there is no consent page to open', async () => {
  const refused = await (await api.owner()).send(authorizationRedirect, { query: {} });

  expect(refused.statusCode).toBe(400);
});

test('an owner whose address is not confirmed connects no seller account, and is told what to do', async () => {
  const owner = await api.newcomer();
  const query = { region: 'NA', expectedSellerKey: 'A1SELLER' } as const;

  for (const asked of [{ region: 'NA' } as const, query]) {
    const refused = await owner.send(authorizationRedirect, { query: asked });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'unconfirmedOwner']);
    expect(refused.json().message).toContain('by the link in the mail');
  }
});

test('a confirmed authorisation connects the seller account and makes its discovery due', async () => {
  const owner = await api.owner();

  const location = await connect(owner, { region: 'NA', path: '/signup', accName: 'My shop' });

  const [account] = await accountsOf(owner);
  expect(location).toBe('/signup?connected=1');
  expect(account).toEqual({
    sellerId: expect.any(String),
    sellerKey: 'A1SELLER',
    name: 'Brightkeel',
    nickName: 'My shop',
    accountNickName: 'My shop',
    region: 'NA',
    marketplaces: ['US', 'CA'],
    setupCompleted: false,
    mayNeedReauthorization: false,
    connectedToAdvertisementApi: false,
    authTokenLast6Digit: 'abc123',
    storeFrontURL: 'https://www.amazon.com/s?me=A1SELLER',
    feedbackUrls: {
      US: 'https://www.amazon.com/sp?seller=A1SELLER',
      CA: 'https://www.amazon.ca/sp?seller=A1SELLER',
    },
    products: 0,
    checkedProducts: 0,
  });
  expect(exchanged).toEqual([
    { code: 'code', redirectUri: 'http://watchpost.test/api/identity/amazon/authorization/callback' },
  ]);
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql`select s.source, s.marketplace, s.due_at from sweeps s where s.tenant_id = ${owner.tenantId}`.execute(tx),
  );
  expect(rows).toEqual([{ source: 'discovery', marketplace: '', due_at: api.clock.now() }]);
});

test('the set-up wizard is told when the first seller account was connected that is not deleted', async () => {
  const owner = await api.owner();
  await connect(owner);
  api.clock.advance(90_000);

  expect(await owner.call(isAuthenticated)).toMatchObject({ secondsSinceFirstSellerAccountCreated: 90 });

  const [account] = await accountsOf(owner);
  await owner.send(deleteSeller, { params: { sellerId: account?.sellerId ?? '' } });
  expect(await owner.call(isAuthenticated)).toMatchObject({ secondsSinceFirstSellerAccountCreated: null });
});

test('the refresh token is encrypted for its own row', async () => {
  const owner = await api.owner();
  await connect(owner);
  const other = await api.owner();
  await connect(other);
  const sellerAccountId = (await accountsOf(owner))[0]?.sellerId ?? '';
  const key = { tenantId: owner.tenantId, sellerAccountId };

  const access = await api.worker.tenant(owner.tenantId, (tx) => getSellerAccess(api.ctx, tx, key));
  expect(access).toMatchObject({ sellingPartnerId: 'A1SELLER', region: 'NA', refreshToken: 'Atzr|refresh-abc123' });

  await withClient(api.database.superuserUrl, async (client) => {
    const { rows } = await client.query('select tenant_id, refresh_token from seller_accounts');
    expect(JSON.stringify(rows)).not.toContain('refresh-abc123');
    const stolen = rows.find(({ tenant_id: tenantId }) => tenantId === other.tenantId)?.refresh_token;
    await client.query('update seller_accounts set refresh_token = $2 where tenant_id = $1', [owner.tenantId, stolen]);
  });
  await expect(api.worker.tenant(owner.tenantId, (tx) => getSellerAccess(api.ctx, tx, key))).rejects.toThrow(
    /does not open the refresh_token/,
  );
});

test('an authorisation can be used once', async () => {
  const owner = await api.owner();
  const state = (await redirectOf(owner)).searchParams.get('state') ?? '';
  const answer = { state, selling_partner_id: 'A1SELLER', spapi_oauth_code: 'code' };

  const both = await Promise.all([comeBack(owner, answer), comeBack(owner, answer)]);

  expect(both.toSorted()).toEqual(['/connect?authorizationError=authorizationExpired', '/connect?connected=1']);
  expect(exchanged).toHaveLength(1);
});

test('an authorisation that took longer than 10 minutes has to be started again', async () => {
  const owner = await api.owner();
  const state = (await redirectOf(owner)).searchParams.get('state') ?? '';
  api.clock.advance(10 * minuteMs);

  const location = await comeBack(owner, { state, selling_partner_id: 'A1SELLER', spapi_oauth_code: 'code' });

  expect(location).toBe('/connect?authorizationError=authorizationExpired');
  expect(exchanged).toEqual([]);
});

test("a seller who follows another person's link connects nothing", async () => {
  const attacker = await api.owner();
  const victim = await api.owner();
  const state = (await redirectOf(attacker)).searchParams.get('state') ?? '';
  const answer = { state, selling_partner_id: 'A1VICTIM', spapi_oauth_code: 'code' };

  expect(await comeBack(victim, answer)).toBe('/connect?authorizationError=authorizationExpired');
  expect(await comeBack(api.browser(), answer)).toBe('/login?authorizationError=notLoggedIn');

  expect([await accountsOf(attacker), await accountsOf(victim)]).toEqual([[], []]);
  expect(exchanged).toEqual([]);
});

test('a seller who declines returns to the page of departure', async () => {
  const owner = await api.owner();
  const state = (await redirectOf(owner, { region: 'NA', path: '/settings' })).searchParams.get('state') ?? '';

  const location = await comeBack(owner, { state, error: 'access_denied', error_description: 'no' });

  expect(location).toBe('/settings?authorizationError=authorizationFailed');
});

test('an application that Login with Amazon refuses connects nothing, and the operator finds an error in the log', async () => {
  const owner = await api.owner();
  const { emailAddressId } = await actorOf(owner);
  const actor = ownerActing(owner, emailAddressId);
  const begun = new URL(await beginAuthorization(api.ctx, actor, { region: 'NA' }));
  const query = {
    state: begun.searchParams.get('state') ?? '',
    selling_partner_id: 'A1SELLER',
    spapi_oauth_code: 'code',
  };
  const lines: unknown[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const refused = new ApplicationRefused('login with amazon', 'unauthorized_client');
  stands.exchangeCode = () => Promise.reject(refused);

  const location = await finishAuthorization({ ...api.ctx, log }, { actor, query });

  expect(location).toContain('authorizationError=authorizationUnanswered');
  expect(lines).toMatchObject([{ level: 50, reason: 'login with amazon: unauthorized_client' }]);
});

test.each([
  ['was refused', new ExternalError('token', 'invalid_grant', { isPermanent: true }), 'authorizationFailed'],
  ['was not answered', new ExternalError('token', 'no answer', { isPermanent: false }), 'authorizationUnanswered'],
])('a code whose exchange %s connects nothing', async (_what, error, code) => {
  const owner = await api.owner();
  stands.exchangeCode = () => Promise.reject(error);

  expect(await connect(owner)).toBe(`/connect?authorizationError=${code}`);
  expect(await accountsOf(owner)).toEqual([]);
});

test('nobody can connect another seller by changing the seller id on the way back', async () => {
  const owner = await api.owner();
  stands.searchListingsItems = ({ sellingPartnerId }) =>
    sellingPartnerId === 'A1SELLER'
      ? Promise.resolve({ members: [], refusals: [] })
      : Promise.reject(new OperationRefused({ operation: 'searchListingsItems' }, 'status 403', 403));

  const tampered = await connect(owner, { region: 'NA' }, 'A1VICTIM');
  const honest = await connect(owner, { region: 'NA' }, 'A1SELLER');

  expect(tampered).toBe('/connect?authorizationError=authorizationFailed');
  expect(honest).toBe('/connect?connected=1');
  expect((await accountsOf(owner)).map(({ sellerKey }) => sellerKey)).toEqual(['A1SELLER']);
});

test('an authorisation that does not work in the region connects nothing', async () => {
  const owner = await api.owner();
  const operation = 'getMarketplaceParticipations';
  stands.participations = () => Promise.reject(new OperationRefused({ operation }, 'status 403', 403));

  expect(await connect(owner)).toBe('/connect?authorizationError=authorizationFailed');
  expect(await accountsOf(owner)).toEqual([]);
});

test('authorising again must come back with the same seller', async () => {
  const owner = await api.owner();
  await connect(owner);
  const query = { region: 'NA', path: '/settings', expectedSellerKey: 'A1SELLER' };

  const wrong = await connect(owner, query, 'A2OTHER');

  expect(wrong).toBe('/settings?authorizationError=wrongSellerAccount');
  expect((await accountsOf(owner)).map(({ sellerKey }) => sellerKey)).toEqual(['A1SELLER']);
});

test('authorising again renews the token of the same account and ends the warning', async () => {
  const owner = await api.owner();
  await connect(owner, { region: 'NA', accName: 'My shop' });
  const [before] = await accountsOf(owner);
  const key = { tenantId: owner.tenantId, sellerAccountId: before?.sellerId ?? '' };
  const access = await api.worker.tenant(owner.tenantId, (tx) => getSellerAccess(api.ctx, tx, key));
  await access.standing.noteLoss();
  expect(await accountsOf(owner)).toMatchObject([{ mayNeedReauthorization: true }]);
  stands.exchangeCode = async () => ({ refreshToken: 'Atzr|refresh-def456' });

  const location = await connect(owner, { region: 'NA', expectedSellerKey: 'A1SELLER' });

  expect(location).toBe('/connect?connected=again');
  expect(await accountsOf(owner)).toEqual([{ ...before, authTokenLast6Digit: 'def456' }]);
});

test('authorising again while the marketplace does not answer says what to do, changes nothing, and works later', async () => {
  const owner = await api.owner();
  await connect(owner, { region: 'NA', accName: 'My shop' });
  const before = await accountsOf(owner);
  const stored = async () =>
    (await sql`select * from seller_accounts where tenant_id = ${owner.tenantId}`.execute(api.worker.global)).rows;
  const rows = await stored();
  const again = { region: 'NA', path: '/settings', expectedSellerKey: 'A1SELLER' };
  stands.exchangeCode = () => Promise.reject(new ExternalError('token', 'no answer', { isPermanent: false }));

  expect(await connect(owner, again)).toBe('/settings?authorizationError=authorizationUnanswered');

  expect(errorCatalogue.authorizationUnanswered.text).toMatch(/Nothing has changed here: please authorize again/);
  expect([await accountsOf(owner), await stored()]).toEqual([before, rows]);
  stands.exchangeCode = async () => ({ refreshToken: 'Atzr|refresh-def456' });
  expect(await connect(owner, again)).toBe('/settings?connected=again');
  expect(await accountsOf(owner)).toEqual([{ ...before[0], authTokenLast6Digit: 'def456' }]);
});

test('two tenants may connect the same seller', async () => {
  const owners = [await api.owner(), await api.owner()];
  for (const owner of owners) await connect(owner, { region: 'NA' }, 'A1SHARED');

  const { rows } = await sql<{ tenantId: string }>`
    select p.tenant_id as "tenantId"
      from selling_partners p
     where p.selling_partner_id = 'A1SHARED'
       and p.region = 'NA'`.execute(api.worker.global);
  expect(rows.map(({ tenantId }) => tenantId).toSorted()).toEqual(owners.map(({ tenantId }) => tenantId).toSorted());
});

test('a user sees only the seller accounts with granted access, and can authorise only those again', async () => {
  const owner = await api.owner();
  await connect(owner, { region: 'NA' }, 'A1VISIBLE');
  await connect(owner, { region: 'EU' }, 'A2HIDDEN');
  const hidden = (await accountsOf(owner)).find(({ sellerKey }) => sellerKey === 'A2HIDDEN');
  await withClient(api.database.superuserUrl, (client) =>
    client.query(
      'update email_addresses set is_primary = false, hidden_seller_account_ids = array[$2::bigint] where tenant_id = $1',
      [owner.tenantId, hidden?.sellerId],
    ),
  );
  api.clock.advance(1000);

  expect((await accountsOf(owner)).map(({ sellerKey }) => sellerKey)).toEqual(['A1VISIBLE']);
  const asked = async (query: Record<string, string>) =>
    (await owner.send(authorizationRedirect, { query: { region: 'NA', ...query } })).statusCode;
  expect(await asked({ expectedSellerKey: 'A1VISIBLE' })).toBe(200);
  expect(await asked({ expectedSellerKey: 'A2HIDDEN' })).toBe(404);
  expect(await asked({ expectedSellerKey: 'A3UNKNOWN' })).toBe(404);
  expect(await asked({})).toBe(403);
  expect(await asked({ expectedSellerKey: 'A1VISIBLE', region: 'EU' })).toBe(404);
  await sql`
    update seller_accounts set deleted_at = ${api.clock.now()} where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
  expect(await asked({ expectedSellerKey: 'A1VISIBLE' })).toBe(404);
});

test('a user who authorises an account again does not name it, which only the owner may', async () => {
  const owner = await api.owner();
  await connect(owner, { region: 'NA', accName: 'My shop' });
  await withClient(api.database.superuserUrl, (client) =>
    client.query('update email_addresses set is_primary = false where tenant_id = $1', [owner.tenantId]),
  );
  api.clock.advance(1000);

  await connect(owner, { region: 'NA', expectedSellerKey: 'A1SELLER', accName: 'Another name' });

  expect(await accountsOf(owner)).toMatchObject([{ nickName: 'My shop' }]);
});

test('a user who has lost access to the seller account meanwhile does not authorise it again', async () => {
  const owner = await api.owner();
  await connect(owner);
  const again = { region: 'NA', path: '/settings', expectedSellerKey: 'A1SELLER' };
  const state = (await redirectOf(owner, again)).searchParams.get('state') ?? '';
  const [account] = await accountsOf(owner);
  await withClient(api.database.superuserUrl, (client) =>
    client.query(
      'update email_addresses set is_primary = false, hidden_seller_account_ids = array[$2::bigint] where tenant_id = $1',
      [owner.tenantId, account?.sellerId],
    ),
  );
  api.clock.advance(1000);

  const location = await comeBack(owner, { state, selling_partner_id: 'A1SELLER', spapi_oauth_code: 'code' });

  expect(location).toBe('/settings?authorizationError=wrongSellerAccount');
});

test('a product counts as checked once every aspect of it was observed', async () => {
  const owner = await api.owner();
  await connect(owner);
  const sellerAccountId = (await accountsOf(owner))[0]?.sellerId;
  await withClient(api.database.superuserUrl, async (client) => {
    const { rows } = await client.query<{ product_id: string }>(
      `insert into products (
         tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at
       )
       select $1, $2, 'US', asin, asin, true, asin <> 'B00IGNORED', 1, now()
         from unnest(array['B00CHECKED', 'B00PARTLY', 'B00UNSEEN', 'B00IGNORED']) as asin
       returning product_id`,
      [owner.tenantId, sellerAccountId],
    );
    const observe = (product: number, aspect: string, sku: string) =>
      client.query(
        `insert into observations (tenant_id, product_id, aspect, sku, facts, hash, observed_at)
         values ($1, $2, $3, $4, '{}', 'h', now())`,
        [owner.tenantId, rows[product]?.product_id, aspect, sku],
      );
    for (const aspect of ['catalog', 'offers', 'listing']) await observe(0, aspect, 'SKU-1');
    for (const sku of ['SKU-1', 'SKU-2', 'SKU-3']) await observe(1, 'offers', sku);
    for (const aspect of ['catalog', 'offers', 'listing']) await observe(3, aspect, 'SKU-1');
  });

  expect(await accountsOf(owner)).toMatchObject([{ products: 3, checkedProducts: 1 }]);
});
