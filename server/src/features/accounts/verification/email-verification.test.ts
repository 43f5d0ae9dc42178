import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isAuthenticated } from '@app/shared/contract/auth.ts';
import { confirmEmail, sendVerification } from '@app/shared/contract/accounts.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';

const api = testApi();

const tokenIn = (text: string): string => /\/verifyemail#(\S+)/.exec(text)?.[1] ?? '';
const lastToken = (email: string): string => tokenIn(api.mails.findLast(({ to }) => to === email)?.text ?? '');

async function sendTo(owner: Owner): Promise<number> {
  const { emailAddressId } = await owner.call(isAuthenticated);
  return (await owner.send(sendVerification, { params: { emailAddressId } })).statusCode;
}

const isVerified = async (owner: Owner): Promise<boolean> => (await owner.call(isAuthenticated)).emailVerified;
const confirm = async (token: string): Promise<number> =>
  (await api.browser().send(confirmEmail, { body: { token } })).statusCode;

test('signing up sends a link, which confirms the address once and without a login', async () => {
  const owner = await api.owner();
  const token = lastToken(owner.email);
  expect(await isVerified(owner)).toBe(false);

  expect(await confirm(token)).toBe(204);
  expect(await isVerified(owner)).toBe(true);
  expect(await confirm(token)).toBe(400);
});

test('a link can be sent again after 30 seconds, and only the latest one is valid', async () => {
  const owner = await api.owner();
  const first = lastToken(owner.email);
  expect(await sendTo(owner)).toBe(429);

  api.clock.advance(30_000);
  expect(await sendTo(owner)).toBe(204);
  expect(await confirm(first)).toBe(400);
  expect(await confirm(lastToken(owner.email))).toBe(204);
});

test('a link is valid for two days', async () => {
  const owner = await api.owner();
  api.clock.advance(48 * 3_600_000);

  expect(await confirm(lastToken(owner.email))).toBe(400);
  expect(await isVerified(owner)).toBe(false);
});

test('a link confirms only the address to which it was sent', async () => {
  const owner = await api.owner();
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`update email_addresses set email = 'another@example.com' where tenant_id = ${owner.tenantId}`.execute(tx),
  );

  expect(await confirm(lastToken(owner.email))).toBe(400);
});

test.each(['', 'x', '00000000-0000-4000-8000-000000000000.abcdefghijklmnopqrstuvwxyz'])(
  'a link that was never sent confirms nothing: %j',
  async (token) => {
    expect(await confirm(token)).toBe(400);
  },
);

test('a confirmed address gets no further verification mail', async () => {
  const owner = await api.owner();
  await confirm(lastToken(owner.email));
  const before = api.mails.length;
  api.clock.advance(30_000);

  expect(await sendTo(owner)).toBe(204);
  expect(api.mails).toHaveLength(before);
});
