import { expect, test } from 'vitest';
import { changePassword, extendSession, isAuthenticated, listSessions, logIn } from '@app/shared/contract/auth.ts';
import { confirmApp, logInWithCode, provePassword, startApp } from '@app/shared/contract/two-factor.ts';
import { dayMs } from '@app/shared/base/time.ts';
import { createPasswords } from '../../src/features/auth/log-in/passwords.ts';
import { findKnownBrowser } from '../../src/features/auth/log-in/known-browser.ts';
import { newRecoveryCodes } from '../../src/features/auth/second-step/recovery-codes.ts';
import { openLink, signLink } from '../../src/lib/mail/signed-links.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { decryptSecret, encryptSecret, parseEncryptionKeys } from '../../src/lib/secrets.ts';
import { withClient } from '../../../scripts/postgres/database.ts';
import { codeOfApp } from '../../testing/http/authenticator-app.ts';
import { ownersPassword, testApi } from '../../testing/http/api.ts';

const api = testApi({ passwords: createPasswords() });
const logInAs = (email: string, password: string) => api.browser().send(logIn, { body: { email, password } });

test('a new database has no log-in', async () => {
  const logIns = await withClient(api.database.superuserUrl, (client) =>
    client.query('select 1 from logins union all select 1 from operators union all select 1 from email_addresses'),
  );

  expect(logIns.rows).toEqual([]);
});

test('a password of 200 characters is taken exactly as it was given', async () => {
  const owner = await api.owner();
  const newPassword = ` Ünïcode ${'long '.repeat(38)}9 `.padEnd(200, 'x');
  await owner.call(changePassword, { body: { oldPassword: ownersPassword, newPassword } });

  const others = [newPassword.trim(), newPassword.toLowerCase(), newPassword.slice(0, 72), newPassword.slice(0, 199)];
  expect((await logInAs(owner.email, newPassword)).statusCode).toBe(204);
  for (const other of [...others, newPassword.normalize('NFD')]) {
    expect((await logInAs(owner.email, other)).statusCode).toBe(401);
  }
});

test('a password has no end', async () => {
  const owner = await api.owner();
  api.clock.advance(3000 * dayMs);

  expect((await logInAs(owner.email, ownersPassword)).statusCode).toBe(204);
});

test('each log-in has a session of its own with 256 random bits', async () => {
  const { email } = await api.owner();
  const sessions = await Promise.all(
    [1, 2, 3].map(async () => {
      const browser = api.browser();
      await browser.call(logIn, { body: { email, password: ownersPassword } });
      return browser.cookies.get('watchpost_session')?.split('.')[1] ?? '';
    }),
  );

  expect(new Set(sessions).size).toBe(3);
  for (const secret of sessions) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
});

test('a log-in ends the session that its browser had', async () => {
  const owner = await api.owner();
  const before = api.browser();
  for (const [name, value] of owner.cookies) before.cookies.set(name, value);

  await owner.call(logIn, { body: { email: owner.email, password: ownersPassword } });

  expect(owner.cookies.get('watchpost_session')).not.toBe(before.cookies.get('watchpost_session'));
  expect((await before.send(isAuthenticated)).statusCode).toBe(401);
});

test('giving the password again gives the session a new secret, and the former one ends', async () => {
  for (const prove of ['by itself', 'with a new one'] as const) {
    const owner = await api.owner();
    const before = api.browser();
    for (const [name, value] of owner.cookies) before.cookies.set(name, value);
    await owner.call(startApp);

    const newPassword = 'another zebra 2';
    if (prove === 'by itself') await owner.call(provePassword, { body: { password: ownersPassword } });
    else await owner.call(changePassword, { body: { oldPassword: ownersPassword, newPassword } });
    api.clock.advance(1000);

    expect((await before.send(isAuthenticated)).statusCode).toBe(401);
    expect(await owner.call(isAuthenticated)).toMatchObject({ email: owner.email });
    expect((await owner.call(listSessions)).sessions).toHaveLength(1);
    // The app that is being added is still there.
    expect((await owner.send(confirmApp, { body: { code: '000000' } })).json().code).toBe('wrongCode');
  }
});

test('an extension that was under way when the password was given does not bring the former secret back', async () => {
  const owner = await api.owner();
  const otherTab = api.browser();
  for (const [name, value] of owner.cookies) otherTab.cookies.set(name, value);
  await otherTab.call(isAuthenticated);

  await owner.call(provePassword, { body: { password: ownersPassword } });
  const extended = await otherTab.send(extendSession);

  expect(extended.statusCode).toBe(204);
  // Both tabs have the same cookies.
  expect(extended.cookies.filter(({ name }) => name === 'watchpost_session')).toEqual([]);
});

test('a code of an app is good for the half minute around its own', async () => {
  const owner = await api.owner();
  const { secret } = await owner.call(startApp);
  const now = () => api.clock.now().getTime();
  await owner.call(confirmApp, { body: { code: codeOfApp(secret, now()) } });
  const tryCode = async (ageMs: number) => {
    api.clock.advance(600_000);
    const browser = api.browser();
    const first = await browser.call(logIn, { body: { email: owner.email, password: ownersPassword } });
    const body = { token: first?.secondStep?.token ?? '', code: codeOfApp(secret, now() - ageMs) };
    return (await browser.send(logInWithCode, { body })).statusCode;
  };

  expect([await tryCode(60_000), await tryCode(-60_000), await tryCode(0)]).toEqual([400, 400, 204]);
});

test('a recovery code has 125 bits of a secure generator', () => {
  const codes = newRecoveryCodes(systemRandom);

  expect(new Set(codes).size).toBe(10);
  // A code has 25 characters from an alphabet of 32.
  for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{5}-){4}[A-HJ-NP-Z2-9]{5}$/);
});

test('a password is stored by Argon2id with 19 MiB and two passes', async () => {
  const owner = await api.owner();
  const { rows } = await withClient(api.database.superuserUrl, (client) =>
    client.query<{ hash: string }>('select password_hash as hash from email_addresses where email = $1', [owner.email]),
  );
  const [one, other] = await Promise.all([createPasswords().hash('same 1'), createPasswords().hash('same 1')]);

  expect(rows[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(one).not.toBe(other);
});

const place = { tenantId: '00000000-0000-4000-8000-000000000001', row: 'one', purpose: 'test' };

test('an encrypted secret that was changed or moved is refused', () => {
  const { keys } = api.ctx;
  const sealed = encryptSecret(keys, place, 'the secret');
  const [id, iv, tag, text = ''] = sealed.split('.');
  const changed = [id, iv, tag, (text.startsWith('A') ? 'B' : 'A') + text.slice(1)].join('.');

  expect(decryptSecret(keys, place, sealed)).toBe('the secret');
  expect(encryptSecret(keys, place, 'the secret')).not.toBe(sealed);
  expect(() => decryptSecret(keys, place, changed)).toThrow('does not open');
  for (const other of [{ row: 'two' }, { purpose: 'other' }, { tenantId: '00000000-0000-4000-8000-000000000002' }]) {
    expect(() => decryptSecret(keys, { ...place, ...other }, sealed)).toThrow('does not open');
  }
});

test('a key that is too short is refused', () => {
  for (const bytes of [16, 24, 31, 33]) {
    expect(() => parseEncryptionKeys(`k1:${Buffer.alloc(bytes).toString('base64')}`)).toThrow('32-byte keys');
  }
});

const link = {
  purpose: 'mute',
  tenantId: place.tenantId,
  emailAddressId: '7',
  email: 'ada@example.com',
  about: [],
  expiresAt: new Date('2099-01-01T00:00:00Z'),
};

test('a signed link names no algorithm', () => {
  const { keys } = api.ctx;
  const [id, payload, signature] = signLink(keys, link).split('.');

  expect(JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())).toEqual(
    expect.not.objectContaining({ alg: expect.anything() }),
  );
  for (const forged of ['', 'none', signature?.slice(0, 20)]) {
    expect(openLink(keys, [id, payload, forged].join('.'), api.clock.now())).toBeNull();
  }
});

test('a value that is signed for one purpose is of no use for another', async () => {
  const { keys } = api.ctx;
  const token = signLink(keys, link);
  const browser = api.browser();

  expect(findKnownBrowser(keys, { login: link, from: { browserMarks: [token] } })).toBeNull();
  const answer = await browser.request({ url: '/api/v1/me', headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(401);
  browser.cookies.set('watchpost_session', token);
  expect((await browser.send(isAuthenticated)).statusCode).toBe(401);
});
