import { expect, test } from 'vitest';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { createAccessToken, listAccessTokens, revokeAccessToken } from '@app/shared/contract/access-tokens.ts';
import { auditTrail, putSettings } from '@app/shared/contract/accounts.ts';
import { apiMe } from '@app/shared/contract/public-api/account.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { withClient } from '../../../../../scripts/postgres/database.ts';
import { ownersPassword, testApi, type Owner } from '../../../../testing/http/api.ts';
import type { Browser } from '../../../../testing/http/browser.ts';
import { resetByMail } from '../../../../testing/http/reset-password.ts';
import { addUser } from '../../../../testing/http/users.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { insertSellerAccount } from '../../../../testing/observing/seller-accounts.ts';
import { forgetTokens } from './expiry-queries.ts';
import { tellOfExpiringTokens } from './tell-of-expiry.ts';
import { isTokenText, newTokenText } from './token-text.ts';

const api = testApi();

const wish = { name: 'Spreadsheet', scopes: ['catalogue:read'] } as const;
const create = async (who: Browser, changes: object = {}) => {
  await who.call(provePassword, { body: { password: ownersPassword } });
  return who.call(createAccessToken, { body: { ...wish, scopes: [...wish.scopes], ...changes } });
};

const askMe = (token: string | undefined, url = apiMe.path as string) =>
  api.app.inject({ url, ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }) });

test('a token acts with the rights of its person and is shown once', async () => {
  const owner = await api.owner();
  const { id, token } = await create(owner);

  const answer = await askMe(token);

  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ email: owner.email, isOwner: true, scopes: ['catalogue:read'] });
  expect(token).toMatch(/^wp_pat_[0-9A-Za-z]{38}$/);
  const { tokens } = await owner.call(listAccessTokens);
  expect(tokens).toMatchObject([{ id, name: 'Spreadsheet', email: owner.email, isOwn: true }]);
  expect(JSON.stringify(tokens)).not.toContain(token);
  const stored = await withClient(api.database.superuserUrl, (client) =>
    client.query(`select a::text as text from access_tokens a where a.tenant_id = $1`, [owner.tenantId]),
  );
  expect(JSON.stringify(stored.rows)).not.toContain(token);
});

test('a token lasts 90 days unless another time up to 366 days is chosen', async () => {
  const owner = await api.owner();
  const start = api.clock.now().getTime();
  const daysOf = ({ expiresAt }: { readonly expiresAt: string }) => (Date.parse(expiresAt) - start) / dayMs;

  expect(daysOf(await create(owner))).toBe(90);
  expect(daysOf(await create(owner, { expiresInDays: 366 }))).toBe(366);
  await expect(create(owner, { expiresInDays: 367 })).rejects.toMatchObject({ status: 400 });
  const { token } = await create(owner, { expiresInDays: 1 });
  api.clock.advance(dayMs - 1);
  expect((await askMe(token)).statusCode).toBe(200);
  api.clock.advance(1);
  expect((await askMe(token)).statusCode).toBe(401);
});

test('a revoked, mistyped or unknown token is answered as RFC 6750 says', async () => {
  const owner = await api.owner();
  const { id, token } = await create(owner);
  await owner.call(revokeAccessToken, { params: { accessTokenId: id } });
  const mistyped = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`;

  for (const text of [token, mistyped, newTokenText(api.ctx.random, 'personal'), 'x']) {
    const answer = await askMe(text);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalidToken']);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer error="invalid_token", resource_metadata="\S+"$/);
  }
  expect(isTokenText(mistyped, 'personal')).toBe(false);
});

test('a token in an address is refused, also beside a valid one', async () => {
  const { token } = await create(await api.owner());

  for (const url of [`/api/v1/me?access_token=${token}`, `/api/v1/me?x=${token}`, `/api/v1/me?token=1`]) {
    expect([url, (await askMe(token, url)).statusCode]).toEqual([url, 400]);
  }
});

test('the rights of a token shrink at once with those of its person', async () => {
  const owner = await api.owner();
  const shop = await shopOf(owner);
  const user = await addUser(api, owner);
  const { token } = await create(user);
  const accounts = async () => (await askMe(token)).json().sellerAccounts;
  expect(await accounts()).toHaveLength(1);

  await change(owner, { emailAddressId: user.emailAddressId, sellersAccountAccessOff: shop });
  expect(await accounts()).toEqual([]);

  await owner.call(putSettings, { body: { deletedEmailAddresses: [user.emailAddressId] } });
  expect((await askMe(token)).statusCode).toBe(401);
});

const shopOf = ({ tenantId }: Owner) =>
  withClient(api.database.superuserUrl, (client) => insertSellerAccount(client, { tenantId, name: 'SHOPX' }));

const change = (owner: Owner, changed: { emailAddressId: string; sellersAccountAccessOff: string }) =>
  owner.call(putSettings, { body: { changedEmailAddresses: [changed] } });

test('a password reset revokes the tokens of the person', async () => {
  const owner = await api.owner();
  const other = await api.owner();
  const { token } = await create(owner);
  const kept = await create(other);
  await resetByMail(api, { email: owner.email, newPassword: 'another zebra 2' });

  expect((await askMe(token)).statusCode).toBe(401);
  expect((await askMe(kept.token)).statusCode).toBe(200);
});

const names = async (who: Browser) => (await who.call(listAccessTokens)).tokens.map(({ name }) => name);

test('users see and revoke their own tokens, the owner those of all users', async () => {
  const owner = await api.owner();
  const user = await addUser(api, owner);
  const owners = await create(owner, { name: 'Of the owner' });
  const users = await create(user, { name: 'Of the user' });

  expect((await names(owner)).toSorted()).toEqual(['Of the owner', 'Of the user']);
  expect(await names(user)).toEqual(['Of the user']);
  const refused = await user.send(revokeAccessToken, { params: { accessTokenId: owners.id } });
  expect(refused.statusCode).toBe(404);
  await owner.call(revokeAccessToken, { params: { accessTokenId: users.id } });
  expect((await askMe(users.token)).statusCode).toBe(401);
  expect((await askMe(owners.token)).statusCode).toBe(200);
});

test('a token is created only soon after the password was given, and the audit trail names it', async () => {
  const owner = await api.owner();
  api.clock.advance(15 * minuteMs);
  const refused = await owner.send(createAccessToken, { body: { ...wish, scopes: [...wish.scopes] } });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'proofNeeded']);

  const { id, token } = await create(owner);
  await owner.call(revokeAccessToken, { params: { accessTokenId: id } });
  const { events } = await owner.call(auditTrail, { query: {} });
  const actions = events.filter(({ subject }) => subject === wish.name).map(({ action }) => action);
  expect(actions).toEqual(['access token revoked', 'access token created']);
  expect(JSON.stringify(events)).not.toContain(token);
});

test('a person has 50 tokens at most', async () => {
  const owner = await api.owner();
  const body = { ...wish, scopes: [...wish.scopes] };
  // The tokens are created one after the other: on a busy machine the last of many concurrent calls waits longer for a
  // connection than a call may.
  for (let count = 0; count < 50; count += 1) await owner.call(createAccessToken, { body });

  await expect(create(owner)).rejects.toMatchObject({ status: 409, code: 'tokenLimit' });
});

test('the last use of a token is recorded at most once a minute', async () => {
  const owner = await api.owner();
  const { token } = await create(owner);
  const lastUse = async () => (await owner.call(listAccessTokens)).tokens[0]?.lastUsedAt;
  expect(await lastUse()).toBeNull();

  const first = api.clock.now().toISOString();
  await askMe(token);
  api.clock.advance(minuteMs - 1);
  await askMe(token);
  expect(await lastUse()).toBe(first);
  api.clock.advance(1);
  await askMe(token);
  expect(await lastUse()).toBe(api.clock.now().toISOString());
});

test('a token may make 300 calls in a minute, also when many come at once', async () => {
  const { token } = await create(await api.owner());
  for (let calls = 0; calls < 299; calls += 23) {
    const answers = await Promise.all(Array.from({ length: 23 }, () => askMe(token)));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  }

  const last = await askMe(token);
  expect(last.headers).toMatchObject({ 'ratelimit-policy': '"token";q=300;w=60', ratelimit: '"token";r=0;t=60' });
  api.clock.advance(20_000);
  const refused = await askMe(token);
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
    429,
    'tooManyRequests',
    '40',
  ]);
  api.clock.advance(40_000);
  expect((await askMe(token)).headers['ratelimit']).toBe('"token";r=299;t=60');
});

test('a person is told by mail seven days before a token expires, once', async () => {
  const owner = await api.owner();
  const { token } = await create(owner, { name: 'Warehouse robot' });
  await create(owner, { name: 'For a week', expiresInDays: 7 });
  const tell = async () => {
    await tellOfExpiringTokens({ ...api.ctx, db: api.worker });
    await sendMessages({ ...api.ctx, db: api.worker });
    return api.mails.filter(({ to, subject }) => to === owner.email && subject.includes('expires soon'));
  };

  api.clock.advance(83 * dayMs - 1);
  expect(await tell()).toEqual([]);
  api.clock.advance(1);
  const [mail, ...others] = await tell();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your access token “Warehouse robot” expires soon');
  expect(mail?.text).not.toContain(token);
  expect(await tell()).toHaveLength(1);
});

test('tokens that expired long ago are forgotten with their routes', async () => {
  const owner = await api.owner();
  await create(owner, { expiresInDays: 1 });
  const { token } = await create(owner);

  await forgetTokens(api.worker.global, new Date(api.clock.now().getTime() + 2 * dayMs));

  expect((await owner.call(listAccessTokens)).tokens).toHaveLength(1);
  expect((await askMe(token)).statusCode).toBe(200);
  const routes = await withClient(api.database.superuserUrl, (client) =>
    client.query(`select from token_tenants t where t.tenant_id = $1`, [owner.tenantId]),
  );
  expect(routes.rowCount).toBe(1);
});

test('an answer that the program has already is not sent again', async () => {
  const { token } = await create(await api.owner());
  const { headers } = await askMe(token);
  const again = (tag: string) =>
    api.app.inject({ url: apiMe.path, headers: { authorization: `Bearer ${token}`, 'if-none-match': tag } });

  expect(await again(String(headers['etag']))).toMatchObject({ statusCode: 304, body: '' });
  expect((await again('W/"another"')).statusCode).toBe(200);
  expect((await again(`"x", ${String(headers['etag'])}`)).statusCode).toBe(304);
});
