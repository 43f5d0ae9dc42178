import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test, vi } from 'vitest';
import { confirmEmail, sendVerification } from '@app/shared/contract/accounts.ts';
import { deliveryLog, sendTestMail } from '@app/shared/contract/delivery-log.ts';
import { mailHook } from '@app/shared/contract/hooks.ts';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { sendMessages, tellAlerts } from '../../../../testing/mails/send-messages.ts';
import { catalogFacts } from '../../../../testing/database/factories.ts';
import { mailHookSecret, type Owner, testApi } from '../../../../testing/http/api.ts';
import { buildProductOf } from '../../../../testing/observing/products.ts';
import type { Mail } from '../../../lib/mail/mailer.ts';
import { signatureHeaders } from '../../../lib/webhook-signature.ts';
import { createJudging } from '../../judging/ingest.ts';
import { stopAddress } from '../transports/stop-address.ts';
import { handleReports } from './mail-reports.ts';

const log = pino({ level: 'silent' });
const api = testApi();
let owner: Owner;
let emailAddressId: string;
let email: string;
let addresses = 0;

const worker = () => ({ ...api.ctx, db: api.worker, log });

beforeEach(async () => {
  owner = await api.owner();
  addresses += 1;
  email = `Night${addresses}@example.com`;
  emailAddressId = await addAddress(email);
  api.mails.length = 0;
});

async function addAddress(address: string): Promise<string> {
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql<{ id: string }>`
      insert into email_addresses (tenant_id, email, is_primary, is_user, verified_at, created_at)
      values (${owner.tenantId}, ${address}, false, false, ${api.clock.now()}, ${api.clock.now()})
      returning email_address_id as id`.execute(tx),
  );
  return rows[0]?.id ?? '';
}

async function loseImage(): Promise<void> {
  const { productId } = await buildProductOf(api.worker, owner);
  for (const facts of [catalogFacts(), catalogFacts({ images: [] })]) {
    api.clock.advance(60_000);
    await createJudging({ db: api.worker, clock: api.clock }).ingest(owner.tenantId, [
      { productId, aspect: 'catalog', sku: '', observedAt: api.clock.now(), facts },
    ]);
  }
}

const refusing = (refused: string, response: string) => ({
  close: () => undefined,
  send: async (mail: Mail) => {
    if (mail.to !== refused) return void api.mails.push(mail);
    const responseCode = Number(response.slice(0, 3));
    throw Object.assign(new Error(response), { code: 'EENVELOPE', responseCode, response, command: 'RCPT TO' });
  },
});

async function stoppedReason(id = emailAddressId): Promise<string | null> {
  const { rows } = await api.worker.tenant(owner.tenantId, (tx) =>
    sql<{ reason: string | null }>`
      select e.stopped_reason as reason
        from email_addresses e
       where e.tenant_id = ${owner.tenantId} and e.email_address_id = ${id}`.execute(tx),
  );
  return rows[0]?.reason ?? null;
}

async function report(events: readonly object[], headers: Record<string, string> = {}): Promise<number> {
  const body = JSON.stringify({ events });
  const timestamp = Math.floor(api.clock.now().getTime() / 1000);
  const signed = signatureHeaders([mailHookSecret], { id: 'evt_1', timestamp, body });
  const { statusCode } = await api.browser().request({
    method: 'POST',
    url: mailHook.path,
    headers: { 'content-type': 'application/json', ...signed, ...headers },
    payload: body,
  });
  await handleReports(worker());
  return statusCode;
}

beforeEach(() => sql`delete from mail_reports`.execute(api.worker.global));

test('an address that is refused for good gets no further mail, and the owner is told by mail and on the dashboard', async () => {
  await loseImage();
  await loseImage();
  const mailer = refusing(email, '550 5.1.1 No such user here');

  await tellAlerts({ ...worker(), mailer });
  await sendMessages({ ...worker(), mailer });

  expect(await stoppedReason()).toBe('550 5.1.1 No such user here');
  const { deliveries } = await owner.call(deliveryLog, { query: { emailAddressId } });
  expect(deliveries.map(({ outcome, error }) => [outcome, error])).toEqual([
    ['failed', '550 5.1.1 No such user here'],
    ['failed', '550 5.1.1 No such user here'],
  ]);
  expect(api.mails.at(-1)).toMatchObject({
    to: owner.email,
    subject: `Watchpost has stopped sending to ${email}`,
    text: expect.stringContaining('550 5.1.1 No such user here'),
  });
  const { accountErrors } = await owner.call(stateOfTheWorld, { query: {} });
  expect(accountErrors).toEqual([{ sellerId: '', message: expect.stringContaining(`${email} gets no mail any more`) }]);
  await loseImage();
  expect((await owner.call(deliveryLog, { query: { emailAddressId } })).deliveries).toHaveLength(2);
});

test('a mail that is refused does not stop the address that has taken the place of its own meanwhile', async () => {
  await loseImage();
  const refused = refusing(email, '550 5.1.1 No such user here');
  const change = () =>
    api.worker.tenant(owner.tenantId, (tx) =>
      sql`
        update email_addresses
           set email = ${`new-${email}`}
         where tenant_id = ${owner.tenantId}
           and email_address_id = ${emailAddressId}`.execute(tx),
    );
  const send = async (mail: Mail): Promise<void> => {
    if (mail.to === email) await change();
    await refused.send(mail);
  };

  await tellAlerts({ ...worker(), mailer: { ...refused, send } });

  expect(await stoppedReason()).toBeNull();
});

test('alerts that are held when their address is stopped are given up', async () => {
  await loseImage();
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      update deliveries
         set state = 'held'
       where tenant_id = ${owner.tenantId}
         and email_address_id = ${emailAddressId}`.execute(tx),
  );

  await report([{ type: 'bounce', email, reason: '550 No such user' }]);

  const { deliveries } = await owner.call(deliveryLog, { query: { emailAddressId } });
  expect(deliveries.map(({ outcome, error }) => [outcome, error])).toEqual([['failed', '550 No such user']]);
});

test('a report with a long reason is taken, so that the mail service does not repeat all of its reports', async () => {
  expect(await report([{ type: 'bounce', email, reason: `550 ${'No such user. '.repeat(200)}` }])).toBe(204);

  expect(await stoppedReason()).toMatch(/^550 No such user/);
});

test('a mailbox that is full is tried again', async () => {
  await loseImage();

  await tellAlerts({ ...worker(), mailer: refusing(email, '452 4.2.2 Mailbox full') });
  expect(await stoppedReason()).toBeNull();
  api.clock.advance(60_000);
  await tellAlerts({ ...worker(), mailer: refusing('nobody', '') });

  expect(api.mails.filter(({ to }) => to === email)).toHaveLength(1);
});

test("the owner's own address is stopped too, and no mail is tried about it", async () => {
  await loseImage();
  const mailer = refusing(owner.email, '550 5.1.1 No such user here');

  await tellAlerts({ ...worker(), mailer });
  await sendMessages({ ...worker(), mailer });

  const { accountErrors } = await owner.call(stateOfTheWorld, { query: {} });
  expect(accountErrors).toEqual([{ sellerId: '', message: expect.stringContaining(owner.email) }]);
  expect(api.mails.filter(({ to }) => to === owner.email)).toEqual([]);
});

test.each([
  ['bounce', 'smtp; 550 5.1.1', 'smtp; 550 5.1.1'],
  ['complaint', 'abuse', 'Its reader has called our mail spam'],
])(
  'a %s that the mail service reports later stops the address, whichever way it is written',
  async (type, reason, told) => {
    expect(await report([{ type, email: email.toLowerCase(), reason }])).toBe(204);

    expect(await stoppedReason()).toBe(told);
  },
);

test('more than a thousand reports at once are refused, and so is a body that inflates to more than 1 MB', async () => {
  const bomb = gzipSync(JSON.stringify({ events: [{ type: 'bounce', email: 'x'.repeat(50_000_000) }] }));

  const inflated = await api.browser().request({
    method: 'POST',
    url: mailHook.path,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: bomb,
  });

  expect(inflated.statusCode).toBe(413);
  expect(await report(Array.from({ length: 1001 }, () => ({ type: 'bounce', email: 'a@example.com' })))).toBe(400);
});

test('an address that refuses two mails at once keeps the first reason, and the owner is told once', async () => {
  const { tenantId } = owner;
  for (const reason of ['550 5.1.1 No such user here', '550 5.2.1 Disabled']) {
    const stop = { tenantId, emailAddressId, email, reason, now: api.clock.now() };
    await api.worker.tenant(tenantId, (tx) => stopAddress(worker(), tx, stop));
  }
  await sendMessages(worker());

  expect(await stoppedReason()).toBe('550 5.1.1 No such user here');
  expect(api.mails.map(({ subject }) => subject)).toEqual([`Watchpost has stopped sending to ${email}`]);
});

test('a report of an address that nobody has, or of one that is full today, does nothing', async () => {
  expect(await report([{ type: 'bounce', email: 'nobody@example.com' }])).toBe(204);
  expect(await report([{ type: 'bounce', email, isPermanent: false }], { 'webhook-id': 'evt_1' })).toBe(204);

  expect(await stoppedReason()).toBeNull();
});

test.each([
  ['no signature', { 'webhook-signature': '' }],
  ['a wrong signature', { 'webhook-signature': 'v1,AAAA' }],
  ['another id', { 'webhook-id': 'evt_2' }],
  ['an old time', { 'webhook-timestamp': '1500000000' }],
])('a report with %s is refused', async (_what, headers) => {
  expect(await report([{ type: 'bounce', email }], headers)).toBe(403);

  expect(await stoppedReason()).toBeNull();
});

test('an address that is confirmed anew works again, and a report from before then no longer counts', async () => {
  const bounce = { type: 'bounce', email, at: api.clock.now().toISOString() };
  await report([bounce]);
  api.clock.advance(60_000);
  await owner.call(sendVerification, { params: { emailAddressId } });
  const token = /\/verifyemail#(\S+)/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? '';

  await api.browser().call(confirmEmail, { body: { token } });

  expect(await stoppedReason()).toBeNull();
  await sql`delete from mail_reports`.execute(api.worker.global);
  await report([bounce]);
  expect(await stoppedReason()).toBeNull();
  const { accountErrors } = await owner.call(stateOfTheWorld, { query: {} });
  expect(accountErrors).toEqual([]);
});

test('a test mail is really sent, and the answer of the mail server is returned and logged', async () => {
  const ask = () => owner.call(sendTestMail, { params: { emailAddressId } });

  expect(await ask()).toEqual({ outcome: 'sent', error: null });
  expect(api.mails).toMatchObject([{ to: email, subject: expect.stringContaining('Test') }]);
  api.clock.advance(1000);
  const { mailer } = api.ctx;
  if (!mailer) throw new Error('There is a mailer');
  const send = vi.spyOn(mailer, 'send').mockImplementationOnce(refusing(email, '550 5.1.1 No such user').send);
  expect(await ask()).toEqual({ outcome: 'failed', error: '550 5.1.1 No such user' });
  send.mockRestore();

  const { deliveries } = await owner.call(deliveryLog, { query: { emailAddressId } });
  expect(deliveries).toMatchObject([
    { about: 'test', outcome: 'failed', to: email, error: '550 5.1.1 No such user' },
    { about: 'test', outcome: 'sent', to: email },
  ]);
  expect(await stoppedReason()).toBe('550 5.1.1 No such user');
});

test('a test mail that failed because the mail server was away is not sent later', async () => {
  const { mailer } = api.ctx;
  if (!mailer) throw new Error('There is a mailer');
  const send = vi.spyOn(mailer, 'send').mockRejectedValueOnce(new Error('connect ECONNREFUSED'));

  const outcome = await owner.call(sendTestMail, { params: { emailAddressId } });
  send.mockRestore();
  api.clock.advance(60_000);
  await sendMessages(worker());

  expect(outcome).toEqual({ outcome: 'failed', error: 'connect ECONNREFUSED' });
  expect(api.mails).toEqual([]);
  const { deliveries } = await owner.call(deliveryLog, { query: { emailAddressId } });
  expect(deliveries).toMatchObject([{ about: 'test', outcome: 'failed', error: 'connect ECONNREFUSED' }]);
});

const askForTest = async () => (await owner.send(sendTestMail, { params: { emailAddressId } })).statusCode;

test('tests are few: of one address five in a quarter of an hour', async () => {
  for (let count = 0; count < 5; count += 1) expect(await askForTest()).toBe(200);
  expect(await askForTest()).toBe(429);
  api.clock.advance(15 * 60_000 + 1);
  expect(await askForTest()).toBe(200);
});

test('nobody is sent a test who has not confirmed the address', async () => {
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`update email_addresses set verified_at = null
         where tenant_id = ${owner.tenantId} and email_address_id = ${emailAddressId}`.execute(tx),
  );

  const response = await owner.send(sendTestMail, { params: { emailAddressId } });

  expect([response.statusCode, response.json().code]).toEqual([409, 'addressUnverified']);
});
