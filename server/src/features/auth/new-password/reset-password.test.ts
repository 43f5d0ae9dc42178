import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  describePasswordLink,
  isAuthenticated,
  logIn,
  resetPassword,
  sendPasswordResetEmail,
} from '@app/shared/contract/auth.ts';
import { confirmApp, startApp } from '@app/shared/contract/two-factor.ts';
import { addUser as inviteUser } from '@app/shared/contract/accounts.ts';
import { withClient } from '../../../../../scripts/postgres/database.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { ownersPassword, testApi } from '../../../../testing/http/api.ts';
import { codeOfApp } from '../../../../testing/http/authenticator-app.ts';
import { addUser } from '../../../../testing/http/users.ts';
import { populate } from '../../../../testing/database/populate.ts';
import { sendPasswordLink } from '../mails/password-links.ts';
import { dayMs, hourMs } from '@app/shared/base/time.ts';

const api = testApi();
const newPassword = 'another zebra 2';
let networks = 0;

/** Each call comes from another network, because requests for resets are limited per network. */
const elsewhere = () => api.browser(`198.51.100.${(networks += 1)}`);
const ask = (email: string) => elsewhere().send(sendPasswordResetEmail, { body: { email } });
const reset = (passwordResetToken: string, password = newPassword) =>
  elsewhere().send(resetPassword, { body: { newPassword: password, passwordResetToken } });
const describe = (passwordResetToken: string) =>
  elsewhere().send(describePasswordLink, { body: { passwordResetToken } });
const attempt = async (email: string, password: string) =>
  (await elsewhere().send(logIn, { body: { email, password } })).statusCode;

/** The token of the link in the latest mail to that address. */
function tokenMailedTo(email: string): string {
  const mail = api.mails.findLast(({ to, text }) => to === email && text.includes('/resetpassword?token='));
  return new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? 'http://none').searchParams.get('token') ?? '';
}

test('the link in a mail sets a new password, once and within an hour', async () => {
  const { email } = await api.owner();

  expect((await ask(` ${email.toUpperCase()}`)).statusCode).toBe(204);
  expect(api.mails.at(-1)).toMatchObject({ to: email, subject: 'Choose a new password' });
  const token = tokenMailedTo(email);
  api.clock.advance(hourMs - 1);
  expect((await reset(token)).statusCode).toBe(204);

  expect(await attempt(email, newPassword)).toBe(204);
  expect(await attempt(email, ownersPassword)).toBe(401);
  const again = await reset(token, 'a third zebra 3');
  expect([again.statusCode, again.json().code]).toEqual([400, 'resetExpired']);
  expect(await attempt(email, newPassword)).toBe(204);
});

test('a link expires after an hour, and only the latest link is valid', async () => {
  const { email } = await api.owner();
  await ask(email);
  const first = tokenMailedTo(email);
  await ask(email);
  const second = tokenMailedTo(email);

  expect((await reset(first)).json().code).toBe('resetExpired');
  api.clock.advance(hourMs);
  expect((await reset(second)).json().code).toBe('resetExpired');
  expect(await attempt(email, ownersPassword)).toBe(204);
});

test('when two browsers use the same link at once, one of them is too late', async () => {
  const { email } = await api.owner();
  await ask(email);
  const token = tokenMailedTo(email);

  const answers = await Promise.all([reset(token), reset(token, 'a third zebra 3')]);

  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([204, 400]);
});

test('a reset ends all sessions at once, clears the count of wrong passwords, confirms the address and informs its owner', async () => {
  const owner = await api.newcomer();
  const phone = api.browser();
  await phone.call(logIn, { body: { email: owner.email, password: ownersPassword } });
  expect((await phone.call(isAuthenticated)).emailVerified).toBe(false);
  for (let n = 0; n < 50; n += 1) await attempt(owner.email, 'wrong horse 1');
  expect(await attempt(owner.email, ownersPassword)).toBe(429);
  await ask(owner.email);

  expect((await reset(tokenMailedTo(owner.email))).statusCode).toBe(204);

  expect((await owner.send(isAuthenticated)).statusCode).toBe(401);
  expect((await phone.send(isAuthenticated)).statusCode).toBe(401);
  await phone.call(logIn, { body: { email: owner.email, password: newPassword } });
  expect((await phone.call(isAuthenticated)).emailVerified).toBe(true);
  expect(api.mails.at(-1)).toMatchObject({ to: owner.email, subject: 'Your password was changed' });
  expect(api.mails.at(-1)?.text).toContain('http://watchpost.test/forgotpassword');
  expect(await auditOf(owner.tenantId)).toEqual([
    { actor: owner.email, action: 'password reset' },
    { actor: owner.email, action: 'set-up removed' },
  ]);
});

test('a reset that is the first proof of the mailbox removes what a stranger set up with this address', async () => {
  const stranger = await api.newcomer();
  const { email, tenantId } = stranger;
  const friend = await addUser(api, stranger);
  await withClient(api.database.superuserUrl, (client) => populate(client, { tenantId, marker: 'STRANGER' }));
  const { secret } = await stranger.call(startApp);
  await stranger.call(confirmApp, { body: { code: codeOfApp(secret, api.clock.now().getTime()) } });
  const tables = 'channels connections access_tokens authenticator_apps recovery_codes';
  const kept = () =>
    withClient(api.database.superuserUrl, async (client) => {
      const counts: Record<string, unknown> = {};
      for (const table of [
        ...tables.split(' '),
        'passkeys',
        'sessions',
        'push_subscriptions',
        'email_addresses',
        'logins',
      ]) {
        const { rows } = await client.query(`select count(*)::int from ${table} where tenant_id = $1`, [tenantId]);
        if (rows[0]?.count > 0) counts[table] = rows[0]?.count;
      }
      return counts;
    });
  for (const table of tables.split(' ')) expect(await kept()).toHaveProperty(table);
  await ask(email);

  expect((await reset(tokenMailedTo(email))).statusCode).toBe(204);

  expect(await kept()).toEqual({ email_addresses: 1, logins: 1 });
  expect((await friend.send(isAuthenticated)).statusCode).toBe(401);
  const mine = elsewhere();
  expect(await mine.call(logIn, { body: { email, password: newPassword } })).toBeUndefined();
});

test('a reset of a confirmed address keeps the second step, the users and the channels', async () => {
  const owner = await api.owner();
  const friend = await addUser(api, owner);
  await withClient(api.database.superuserUrl, (client) =>
    populate(client, { tenantId: owner.tenantId, marker: 'OWNER' }),
  );
  const { secret } = await owner.call(startApp);
  await owner.call(confirmApp, { body: { code: codeOfApp(secret, api.clock.now().getTime()) } });
  await ask(owner.email);

  expect((await reset(tokenMailedTo(owner.email))).statusCode).toBe(204);

  expect((await friend.send(isAuthenticated)).statusCode).toBe(200);
  const again = await elsewhere().call(logIn, { body: { email: owner.email, password: newPassword } });
  expect(again?.secondStep?.app).toBe(true);
});

test('an address without a login gets the error of the specification', async () => {
  const { email, tenantId } = await api.owner();
  await api.ctx.db.tenant(tenantId, (tx) =>
    sql`insert into email_addresses (tenant_id, email, is_primary, is_user, created_at)
        values (${tenantId}, 'told@example.com', false, false, now())`.execute(tx),
  );

  for (const unknown of ['nobody@example.com', 'told@example.com', `x${email}`]) {
    const answer = await ask(unknown);
    expect([answer.statusCode, answer.json().message]).toEqual([
      404,
      'We could not find this e-mail address in our database',
    ]);
  }
});

test('resets are limited to three an hour per network and address and ten per network, for known and unknown addresses', async () => {
  const { email } = await api.owner();
  const from = api.browser('192.0.2.77');
  const statusOf = async (asked: string) =>
    (await from.send(sendPasswordResetEmail, { body: { email: asked } })).statusCode;

  expect([await statusOf(email), await statusOf(email), await statusOf(email)]).toEqual([204, 204, 204]);
  expect(await statusOf(email)).toBe(429);
  const tries = [];
  for (let n = 0; n < 8; n += 1) tries.push(await statusOf(`nobody${n}@example.com`));
  expect(tries).toEqual([404, 404, 404, 404, 404, 404, 429, 429]);
  api.clock.advance(hourMs + 1);
  expect(await statusOf(email)).toBe(204);
});

test('reset requests from elsewhere keep nobody from their link, and a mailbox gets at most ten an hour', async () => {
  const { email } = await api.owner();
  const mailsBefore = api.mails.length;
  const from = (n: number) => api.browser(`192.0.${n}.78`).send(sendPasswordResetEmail, { body: { email } });

  const statuses = [];
  for (let n = 0; n < 12; n += 1) statuses.push((await from(n)).statusCode);

  expect(statuses).toEqual(Array(12).fill(204));
  const mails = api.mails.slice(mailsBefore).filter(({ to }) => to === email);
  expect(mails).toHaveLength(10);
  expect((await reset(tokenMailedTo(email))).statusCode).toBe(204);
});

test('a browser that has logged in before requests three links an hour at most', async () => {
  const { email } = await api.owner();
  const browser = api.browser('192.0.2.79');
  await browser.call(logIn, { body: { email, password: ownersPassword } });

  const statuses = [];
  for (let n = 0; n < 4; n += 1) {
    statuses.push((await browser.send(sendPasswordResetEmail, { body: { email } })).statusCode);
  }

  expect(statuses).toEqual([204, 204, 204, 429]);
});

async function statusesOf(times: number, send: () => Promise<{ readonly statusCode: number }>) {
  const statuses = [];
  for (let n = 0; n < times; n += 1) statuses.push((await send()).statusCode);
  return statuses;
}

test('a network that tries many links is stopped', async () => {
  const from = api.browser('192.0.2.82');
  const passwordResetToken = 'never.issued';

  const looks = await statusesOf(61, () => from.send(describePasswordLink, { body: { passwordResetToken } }));
  const resets = await statusesOf(31, () => from.send(resetPassword, { body: { newPassword, passwordResetToken } }));

  expect(looks).toEqual([...Array(60).fill(400), 429]);
  expect(resets).toEqual([...Array(30).fill(400), 429]);
});

test('the browser in which a password was reset is known, so that guesses from elsewhere do not keep its user out', async () => {
  const { email } = await api.owner();
  const browser = api.browser('192.0.2.80');
  await browser.call(sendPasswordResetEmail, { body: { email } });
  await browser.call(resetPassword, { body: { newPassword, passwordResetToken: tokenMailedTo(email) } });

  for (let n = 0; n < 50; n += 1) {
    await api.browser(`192.1.${n}.1`).send(logIn, { body: { email, password: 'wrong horse 1' } });
  }
  expect((await browser.send(logIn, { body: { email, password: newPassword } })).statusCode).toBe(204);
});

test('a browser that was locked out by wrong passwords logs in as soon as the password is reset there', async () => {
  const { email } = await api.owner();
  const browser = api.browser('192.0.2.81');
  const logInWith = async (password: string) => (await browser.send(logIn, { body: { email, password } })).statusCode;
  expect(await logInWith(ownersPassword)).toBe(204);
  for (let n = 0; n < 10; n += 1) await logInWith('wrong horse 1');
  expect(await logInWith(ownersPassword)).toBe(429);
  await browser.call(sendPasswordResetEmail, { body: { email } });

  await browser.call(resetPassword, { body: { newPassword, passwordResetToken: tokenMailedTo(email) } });

  expect(await logInWith(newPassword)).toBe(204);
});

test.each([
  ['short 1', 'Password needs to be minimum 8 characters long'],
  ['1234567890', 'Password needs to contain a letter'],
  ['onlyletters', 'Password needs to contain a digit or symbol'],
  ['Password123!', 'This password is one of the first that anybody would try. Please choose another'],
])('%s is refused, and the link stays valid', async (weak, message) => {
  const { email } = await api.owner();
  await ask(email);
  const token = tokenMailedTo(email);

  expect((await reset(token, weak)).json()).toMatchObject({ error: message, message });
  expect((await reset(token)).statusCode).toBe(204);
});

test('a token that was never issued changes nothing', async () => {
  const { tenantId } = await api.owner();
  for (const token of ['x', `${tenantId}.${'A'.repeat(43)}`, `${tenantId}.`, "'; drop table x"]) {
    expect((await reset(token)).json().code).toBe('resetExpired');
  }
});

test('an invited user reads who invites which address, has seven days to choose a password, and gets no mail about a password change', async () => {
  const { tenantId } = await api.owner();
  const email = 'invited@example.com';
  const emailAddressId = await api.ctx.db.tenant(tenantId, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into email_addresses (tenant_id, email, is_primary, is_user, created_at)
      values (${tenantId}, ${email}, false, true, now())
      returning email_address_id as id`.execute(tx);
    const id = rows[0]?.id ?? '';
    await sql`insert into logins (email, tenant_id, email_address_id) values (${email}, ${tenantId}, ${id})`.execute(
      tx,
    );
    return id;
  });

  await sendPasswordLink(api.ctx, { tenantId, emailAddressId, email, purpose: 'invitation', invitedBy: 'Ada & Co' });
  await sendMessages({ ...api.ctx, db: api.worker });
  expect(api.mails.at(-1)?.subject).toBe('Ada & Co invites you to Watchpost');
  expect(api.mails.at(-1)?.html).toContain('Ada &amp; Co invites you');
  api.clock.advance(7 * dayMs - 1);
  const before = api.mails.length;
  const token = tokenMailedTo(email);
  const told = { purpose: 'invitation', email, companyName: 'Analytical Engines' };
  expect((await describe(token)).json()).toEqual(told);
  expect((await describe(token)).json()).toEqual(told);
  expect((await reset(token)).statusCode).toBe(204);

  expect((await describe(token)).json().code).toBe('resetExpired');
  expect(await attempt(email, newPassword)).toBe(204);
  expect(api.mails).toHaveLength(before);
  expect((await auditOf(tenantId)).at(-1)).toEqual({ actor: email, action: 'invitation accepted' });
});

test('an invitation carries no text of the inviting stranger beyond a short name without links', async () => {
  const companyName = `Win at https://evil.example/prize or mail me@evil.example ${'now '.repeat(20)}`;
  const owner = await api.owner({ companyName });
  const [firstName, lastName] = ['Visit', 'evil.example'];
  await owner.call(inviteUser, { body: { email: 'lured@example.com', firstName, lastName } });

  const mail = api.mails.at(-1);
  expect(mail?.subject).toBe('Win at https: / / evil. example/ prize or mail me@ evil. ex… invites you to Watchpost');
  expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/evil\.example|me@evil|Visit|now now/);
});

test('a user who may no longer log in cannot use an old link', async () => {
  const owner = await api.owner();
  await ask(owner.email);
  const token = tokenMailedTo(owner.email);
  await api.ctx.db.tenant(owner.tenantId, (tx) =>
    sql`update email_addresses set is_user = false where tenant_id = ${owner.tenantId}`.execute(tx),
  );

  expect((await reset(token)).json().code).toBe('resetExpired');
});

test('the token is in the mail only', async () => {
  const { email } = await api.owner();
  await ask(email);

  const stored = await withClient(api.database.superuserUrl, (client) => client.query('select * from password_links'));

  expect(tokenMailedTo(email)).toMatch(/\.[\w-]{43}$/);
  expect(JSON.stringify(stored.rows)).not.toContain(tokenMailedTo(email).split('.')[1]);
});

async function auditOf(tenantId: string) {
  const { rows } = await withClient(api.database.superuserUrl, (client) =>
    client.query<{ actor: string; action: string }>(
      "select actor, action from audit_events where tenant_id = $1 and kind = 'change' order by audit_event_id",
      [tenantId],
    ),
  );
  return rows;
}
