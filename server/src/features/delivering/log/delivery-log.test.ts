import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { addUser as inviteUser } from '@app/shared/contract/accounts.ts';
import { changePassword, logIn, sendPasswordResetEmail } from '@app/shared/contract/auth.ts';
import { addChannel } from '@app/shared/contract/channels.ts';
import { type Delivery, deliveryLog, sendTestMail } from '@app/shared/contract/delivery-log.ts';
import { createTicket } from '@app/shared/contract/support.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { catalogFacts } from '../../../../testing/database/factories.ts';
import { type Owner, ownersPassword, testApi } from '../../../../testing/http/api.ts';
import { addUser, type User } from '../../../../testing/http/users.ts';
import { buildProductOf } from '../../../../testing/observing/products.ts';
import { createJudging } from '../../judging/ingest.ts';
import { enqueueAccountMail } from '../outbox/account-mail.ts';

const ticket = {
  email: 'ada@example.com',
  subject: 'A price is wrong',
  body: 'The price of my kettle is not 12.',
  category: 'issue',
  asin: 'B0C7XK4M2P',
  marketplace: 'DE',
} as const;

const api = testApi();
let owner: Owner;
let user: User;

beforeEach(async () => {
  owner = await api.owner();
  user = await addUser(api, owner);
  await change(sql`update email_addresses set verified_at = ${api.clock.now()} where email = ${user.email}`);
});

const change = (statement: ReturnType<typeof sql>) =>
  api.worker.tenant(owner.tenantId, (tx) => statement.execute(tx).then(() => undefined));

async function loseImages(count: number): Promise<void> {
  const productIds: string[] = [];
  for (let made = 0; made < count; made += 1) {
    productIds.push((await buildProductOf(api.worker, owner)).productId);
  }
  for (const facts of [catalogFacts(), catalogFacts({ images: [] })]) {
    api.clock.advance(60_000);
    await createJudging({ db: api.worker, clock: api.clock }).ingest(
      owner.tenantId,
      productIds.map((productId) => ({ productId, aspect: 'catalog', sku: '', observedAt: api.clock.now(), facts })),
    );
  }
}

async function readAll(reader: Owner | User, query: Record<string, string> = {}): Promise<readonly Delivery[]> {
  const { deliveries, next } = await reader.call(deliveryLog, { query });
  return next === null ? deliveries : [...deliveries, ...(await readAll(reader, { ...query, before: next }))];
}

test('the log states what was sent, when, to whom and by which channel, and the result', async () => {
  await owner.call(addChannel, { body: { kind: 'webhook', name: 'Pager', address: 'https://hooks.example.com/x' } });
  await loseImages(1);
  await change(sql`update deliveries set state = 'failed', attempts = 3, last_error = 'It answered 500'
                    where tenant_id = ${owner.tenantId} and channel = 'webhook'`);

  const deliveries = await readAll(owner);

  const alert = { about: 'alert', what: 'Main image missing', colour: 'RED', marketplace: 'US', messageId: null };
  const alerts = deliveries.filter(({ about }) => about === 'alert');
  expect(alerts.map(({ channel }) => channel).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'mail',
    'mail',
    'webhook',
  ]);
  expect(deliveries.find(({ to }) => to === user.email)).toMatchObject({
    ...alert,
    channel: 'mail',
    outcome: 'waiting',
    nextAttemptAt: api.clock.now().toISOString(),
    productName: 'Cast-iron skillet 26 cm',
    emailAddressId: user.emailAddressId,
    channelId: null,
  });
  expect(deliveries.find(({ channel }) => channel === 'webhook')).toMatchObject({
    ...alert,
    to: 'Pager',
    outcome: 'failed',
    attempts: 3,
    error: 'It answered 500',
    nextAttemptAt: null,
    emailAddressId: null,
    channelId: expect.stringMatching(/^\d+$/),
  });
});

test('digests and tests stand among the alerts, in the order of time, on however many pages', async () => {
  await loseImages(60);
  api.clock.advance(60_000);
  await owner.call(sendTestMail, { params: { emailAddressId: user.emailAddressId } });
  api.clock.advance(60_000);
  await change(sql`
    insert into messages (
      tenant_id, message_id, transport, purpose, email_address_id, recipient, local_day, created_at, due_at
    )
    values (${owner.tenantId}, '<d@x>', 'mail', 'digest', ${user.emailAddressId}, ${user.email}, '2026-06-15',
            ${api.clock.now()}, ${new Date(api.clock.now().getTime() + 3_600_000)})`);
  await loseImages(1);

  const all = await readAll(owner);

  // The log also contains the mail with the link that confirms the owner's address.
  expect(new Set(all.map(({ id }) => id)).size).toBe(125);
  expect(all.map(({ about }) => about).slice(0, 4)).toEqual(['alert', 'alert', 'digest', 'test']);
  const times = all.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((one, other) => other - one));
});

test.each([
  [{ channel: 'webhook' }, 2],
  [{ channel: 'mail', outcome: 'sent' }, 2],
  [{ outcome: 'waiting' }, 6],
  [{ outcome: 'failed' }, 0],
] as const)('%o narrows the log', async (query, count) => {
  await owner.call(addChannel, { body: { kind: 'webhook', name: 'Pager', address: 'https://hooks.example.com/x' } });
  await loseImages(2);
  api.clock.advance(60_000);
  await owner.call(sendTestMail, { params: { emailAddressId: user.emailAddressId } });

  expect(await readAll(owner, query)).toHaveLength(count);
});

test('a user sees what went to themselves and nothing else, the owner sees what is asked for', async () => {
  await loseImages(2);
  const { channelId } = await owner.call(addChannel, {
    body: { kind: 'slack', name: 'Team', address: 'https://hooks.slack.com/services/T/B/x' },
  });
  const [other] = (await readAll(owner)).filter(({ to }) => to === owner.email);
  const ownersId = other?.emailAddressId ?? '';

  expect((await readAll(user)).map(({ to }) => to)).toEqual([user.email, user.email]);
  expect(await readAll(user, { emailAddressId: ownersId })).toEqual([]);
  expect(await readAll(user, { channelId })).toEqual([]);
  const theirs = await readAll(owner, { emailAddressId: ownersId });
  expect(theirs.map(({ to, about }) => [to, about])).toEqual([
    [owner.email, 'alert'],
    [owner.email, 'alert'],
    [owner.email, 'account'],
  ]);
  const response = await user.send(sendTestMail, { params: { emailAddressId: ownersId } });
  expect(response.statusCode).toBe(404);
});

/** A mail that the mail server has accepted. */
const told = (what: string, to: string) => ({ what, to, outcome: 'sent', error: null, attempts: 1, channel: 'mail' });

test('mails about the account are in the log with their results and without their contents', async () => {
  const newPassword = 'another long 9assword';
  api.clock.advance(60_000);
  await owner.call(sendPasswordResetEmail, { body: { email: owner.email } });
  await owner.call(changePassword, { body: { oldPassword: ownersPassword, newPassword } });
  await owner.call(createTicket, { body: ticket });
  await owner.call(inviteUser, { body: { email: 'bea@example.com', firstName: 'Bea', lastName: 'B' } });
  const opening = api.mails.flatMap(({ text }) => [...text.matchAll(/https?:\/\/\S+?[#=]([\w.-]{20,})/g)]);
  expect(opening.length).toBeGreaterThanOrEqual(3);
  const refusing = {
    send: () => Promise.reject(new Error(`554 5.7.1 Spam: http://watchpost.test/x?token=${'s'.repeat(43)}`)),
    close: () => undefined,
  };
  const theirs = { tenantId: owner.tenantId, emailAddressId: user.emailAddressId, kind: 'passwordReset' } as const;
  api.clock.advance(60_000);
  const letter = { to: user.email, subject: 'Choose a new password', text: 'It is secret', html: 'It is secret' };
  await api.worker.tenant(owner.tenantId, (tx) =>
    enqueueAccountMail(api.ctx, tx, { ...theirs, mail: letter, expiresAt: null }),
  );
  await sendMessages({ ...api.ctx, db: api.worker, mailer: refusing, log: pino({ level: 'silent' }) });

  const mails = (await readAll(owner)).filter(({ about }) => about === 'account');

  expect(mails.toReversed()).toMatchObject([
    told('Verify your e-mail address', owner.email),
    told('Choose a new password', owner.email),
    told('Your password was changed', owner.email),
    told('Ticket to support', 'Watchpost support'),
    {
      ...told(expect.stringMatching(/ invites you to Watchpost$/), 'bea@example.com'),
      emailAddressId: expect.any(String),
    },
    {
      what: 'Choose a new password',
      to: user.email,
      outcome: 'waiting',
      sentAt: null,
      error: '554 5.7.1 Spam: (a link)',
    },
  ]);
  const shown = JSON.stringify(mails);
  for (const [, token = ''] of opening) expect(shown).not.toContain(token);
  expect(shown).not.toMatch(/https?:/);
});

test('the log hides seller accounts that a user may no longer see', async () => {
  await loseImages(1);
  expect(await readAll(user)).toHaveLength(1);

  await change(sql`
    update email_addresses e
       set hidden_seller_account_ids = array(
             select s.seller_account_id from seller_accounts s where s.tenant_id = e.tenant_id
           )
     where e.email_address_id = ${user.emailAddressId}`);
  api.clock.advance(60_000);

  expect(await readAll(await again(), {})).toEqual([]);
});

/** Logs the user in again, because a session caches for a short time which seller accounts its user may see. */
async function again(): Promise<User> {
  const browser = api.browser();
  const { email, emailAddressId } = user;
  await browser.call(logIn, { body: { email, password: ownersPassword } });
  return Object.assign(browser, { email, emailAddressId });
}
