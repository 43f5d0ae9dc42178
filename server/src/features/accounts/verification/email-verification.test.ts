import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isAuthenticated } from '@app/shared/contract/auth.ts';
import {
  addUser,
  confirmEmail,
  generateId,
  getSettings,
  putSettings,
  sendVerification,
} from '@app/shared/contract/accounts.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';

const api = testApi();

const tokenIn = (text: string): string => /\/verifyemail#(\S+)/.exec(text)?.[1] ?? '';
const lastToken = (email: string): string => tokenIn(api.mails.findLast(({ to }) => to === email)?.text ?? '');

async function askFor(owner: Owner) {
  const { emailAddressId } = await owner.call(isAuthenticated);
  return owner.send(sendVerification, { params: { emailAddressId } });
}
const sendTo = async (owner: Owner): Promise<number> => (await askFor(owner)).statusCode;

const isVerified = async (owner: Owner): Promise<boolean> => (await owner.call(isAuthenticated)).emailVerified;
const confirm = async (token: string): Promise<number> =>
  (await api.browser().send(confirmEmail, { body: { token } })).statusCode;

test('signing up sends a link, which confirms the address without a login', async () => {
  const owner = await api.newcomer();
  expect(await isVerified(owner)).toBe(false);

  expect(await confirm(lastToken(owner.email))).toBe(204);
  expect(await isVerified(owner)).toBe(true);
});

test('a link that is opened again, on a second device or at once, says that the address is verified, and changes nothing', async () => {
  const owner = await api.newcomer();
  const token = lastToken(owner.email);

  expect(await Promise.all([confirm(token), confirm(token), confirm(token)])).toEqual([204, 204, 204]);
  api.clock.advance(60_000);
  expect(await confirm(token)).toBe(204);

  expect(await isVerified(owner)).toBe(true);
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql`select 1 from audit_events where tenant_id = ${owner.tenantId} and action = 'address confirmed'`.execute(tx),
  );
  expect(rows).toHaveLength(1);
});

test('a link that was sent before the mail server refused the address does not take the refusal back', async () => {
  const owner = await api.newcomer();
  const token = lastToken(owner.email);
  await confirm(token);
  api.clock.advance(60_000);
  const now = new Date(api.clock.now());
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`update email_addresses set stopped_at = ${now} where tenant_id = ${owner.tenantId}`.execute(tx),
  );

  expect(await confirm(token)).toBe(400);
  expect(await sendTo(owner)).toBe(204);
  expect(await confirm(lastToken(owner.email))).toBe(204);
});

test('a link can be sent again after 30 seconds, and only the latest one is valid', async () => {
  const owner = await api.newcomer();
  const first = lastToken(owner.email);
  expect(await sendTo(owner)).toBe(429);

  api.clock.advance(30_000);
  expect(await sendTo(owner)).toBe(204);
  expect(await confirm(first)).toBe(400);
  expect(await confirm(lastToken(owner.email))).toBe(204);
});

test('a request within 30 seconds after a link is told the rest of them', async () => {
  const owner = await api.newcomer();
  api.clock.advance(10_000);

  const { statusCode, headers } = await askFor(owner);

  expect([statusCode, headers['retry-after']]).toEqual([429, '20']);
});

test('a request within 30 seconds after a link does not count against the links of the day', async () => {
  const owner = await api.newcomer();
  for (let tries = 0; tries < 5; tries += 1) expect(await sendTo(owner)).toBe(429);

  api.clock.advance(30_000);

  expect(await sendTo(owner)).toBe(204);
});

test('a link is valid for two days', async () => {
  const owner = await api.newcomer();
  api.clock.advance(48 * 3_600_000);

  expect(await confirm(lastToken(owner.email))).toBe(400);
  expect(await isVerified(owner)).toBe(false);
});

test('a link confirms only the address to which it was sent', async () => {
  const owner = await api.newcomer();
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`update email_addresses set email = 'another@example.com' where tenant_id = ${owner.tenantId}`.execute(tx),
  );

  expect(await confirm(lastToken(owner.email))).toBe(400);
});

test.each([
  '',
  'x',
  '00000000-0000-4000-8000-000000000000.abcdefghijklmnopqrstuvwxyz',
  `${'-'.repeat(36)}.abcdefghijklmnopqrstuvwxyz`,
])('a link that was never sent confirms nothing: %j', async (token) => {
  expect(await confirm(token)).toBe(400);
});

test('a confirmed address gets no further verification mail', async () => {
  const owner = await api.newcomer();
  await confirm(lastToken(owner.email));
  const before = api.mails.length;
  api.clock.advance(30_000);

  expect(await sendTo(owner)).toBe(204);
  expect(api.mails).toHaveLength(before);
});

/** Adds these addresses in one save. */
async function addAddresses(owner: Owner, emails: readonly string[]): Promise<void> {
  const changedEmailAddresses = [];
  for (const email of emails) {
    const { id } = await owner.call(generateId);
    changedEmailAddresses.push({ emailAddressId: id, isNew: true, email });
  }
  await owner.call(putSettings, { body: { changedEmailAddresses } });
}

const numbered = (count: number, name: string): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}@example.com`);

const linksTo = (emails: readonly string[]) => api.mails.filter(({ to }) => emails.includes(to));

async function sendToOther(owner: Owner, email: string) {
  const { emailAddresses } = await owner.call(getSettings);
  const emailAddressId = emailAddresses.find((one) => one.email === email)?.emailAddressId ?? '';
  const { statusCode, body } = await owner.send(sendVerification, { params: { emailAddressId } });
  return statusCode === 204 ? 'sent' : JSON.parse(body).code;
}

test('an owner whose own address is unconfirmed has mail sent to nobody else', async () => {
  const owner = await api.newcomer();
  const [stranger = ''] = numbered(1, 'stranger');
  const invitation = { email: 'friend@example.com', firstName: 'Grace', lastName: 'Hopper' };

  await addAddresses(owner, [stranger]);

  expect(await sendToOther(owner, stranger)).toBe('ownerUnverified');
  expect((await owner.send(addUser, { body: invitation })).json().code).toBe('ownerUnverified');
  expect(linksTo([stranger, invitation.email])).toEqual([]);

  await confirm(lastToken(owner.email));
  expect(await sendToOther(owner, stranger)).toBe('sent');
  expect((await owner.send(addUser, { body: invitation })).statusCode).toBe(200);
});

test('an account has links sent to twenty addresses a day', async () => {
  const owner = await api.owner();
  const emails = numbered(24, 'shelf');

  await addAddresses(owner, emails);

  expect(linksTo(emails)).toHaveLength(20);
  expect(await sendToOther(owner, emails.at(-1) ?? '')).toBe('tooManyRequests');
  api.clock.advance(24 * 3_600_000 + 1);
  expect(await sendToOther(owner, emails.at(-1) ?? '')).toBe('sent');
});

test('a mailbox gets five links a day, from all accounts together', async () => {
  const emails = ['Everyones@example.com', 'everyones@example.com'];
  for (let index = 0; index < 6; index += 1) {
    const owner = await api.owner();
    await addAddresses(owner, [emails[index % 2] ?? '']);
  }

  expect(linksTo(emails)).toHaveLength(5);
});
