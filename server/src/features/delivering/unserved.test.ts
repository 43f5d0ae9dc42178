import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { dayMs } from '@app/shared/base/time.ts';
import { addChannel } from '@app/shared/contract/channels.ts';
import { catalogFacts } from '../../../testing/database/factories.ts';
import { type Owner, testApi } from '../../../testing/http/api.ts';
import { sendDigests, sendMessages, tellAlerts } from '../../../testing/mails/send-messages.ts';
import { answering } from '../../../testing/observing/answering.ts';
import { buildProductOf } from '../../../testing/observing/products.ts';
import { setService } from '../../../testing/service.ts';
import { createJudging } from '../judging/ingest.ts';
import { makeUpAlertMails } from './composing/alert/mail/make-up-mails.ts';
import { makeUpTargetMessages } from './composing/alert/targets/make-up-target-messages.ts';
import { makeUpDigests } from './composing/digest/make-up-digests.ts';
import { enqueueAccountMail } from './outbox/account-mail.ts';
import { enqueueNotice } from './outbox/notice.ts';

const api = testApi({ environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' } });
const endpoint = answering();
const off = 'The service was off when it was to be sent';
let owner: Owner;
let productId: string;

beforeEach(async () => {
  await sql`delete from tenants`.execute(api.worker.global);
  owner = await api.owner();
  endpoint.respond(() => ({}));
  await owner.call(addChannel, { body: { kind: 'webhook', name: 'My hook', address: `${endpoint.url}/hook` } });
  const { rows } = await sql<{ hash: string; emailAddressId: string }>`
    select s.session_hash as hash, s.email_address_id as "emailAddressId"
      from sessions s
     where s.tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  await sql`
    insert into push_subscriptions (tenant_id, session_hash, email_address_id, endpoint_hash, sealed, created_at)
    values (${owner.tenantId}, ${rows[0]?.hash}, ${rows[0]?.emailAddressId}, 'a browser', 'sealed', ${api.clock.now()})`.execute(
    api.worker.global,
  );
  ({ productId } = await buildProductOf(api.worker, owner));
  await see(true);
  api.mails.length = 0;
  endpoint.asked.length = 0;
});

const worker = () => ({ ...api.ctx, db: api.worker, log: pino({ level: 'silent' }) });
const serve = (isServed: boolean) => setService(api.worker.global, owner.tenantId, isServed);
const transports = ['push', 'webhook'];

async function see(images: boolean): Promise<void> {
  api.clock.advance(60_000);
  const facts = images ? catalogFacts() : catalogFacts({ images: [] });
  await createJudging({ db: api.worker, clock: api.clock }).ingest(owner.tenantId, [
    { productId, aspect: 'catalog', sku: '', observedAt: api.clock.now(), facts },
  ]);
}

/** Returns the state of the deliveries with the reason of a failure, by channel. */
async function deliveries(): Promise<Record<string, string>> {
  const { rows } = await sql<{ channel: string; said: string }>`
    select distinct d.channel, d.state || coalesce(': ' || d.last_error, '') as said
      from deliveries d
     where d.tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  return Object.fromEntries(rows.map(({ channel, said }) => [channel, said]));
}

async function messages(purpose: string): Promise<readonly string[]> {
  const { rows } = await sql<{ said: string }>`
    select m.state || coalesce(': ' || m.last_error, '') as said
      from messages m
     where m.tenant_id = ${owner.tenantId}
       and m.purpose = ${purpose}
     order by m.message_no`.execute(api.worker.global);
  return rows.map(({ said }) => said);
}

const failed = `failed: ${off}`;

test('alerts that are to be mailed, pushed or posted while the service is off are given up and not sent later', async () => {
  await see(false);
  await serve(false);

  await tellAlerts(worker());
  await makeUpTargetMessages(worker(), transports);

  expect(await deliveries()).toEqual({ mail: failed, push: failed, webhook: failed });
  expect(await messages('alert')).toEqual([]);

  await serve(true);
  await tellAlerts(worker());
  expect([api.mails.length, endpoint.asked.length]).toEqual([0, 0]);
});

test('alerts that wait for their hour while the service is off and on again are sent then', async () => {
  await see(false);
  await serve(false);
  await serve(true);

  await tellAlerts(worker());

  expect([api.mails.length, endpoint.asked.length]).toEqual([1, 1]);
});

test('a message that was made up before the service was turned off is not sent, and the log tells why', async () => {
  await see(false);
  await makeUpAlertMails(worker());
  await makeUpTargetMessages(worker(), transports);
  await serve(false);

  await sendMessages(worker());

  expect([api.mails.length, endpoint.asked.length]).toEqual([0, 0]);
  expect(new Set(await messages('alert'))).toEqual(new Set([`given up: ${off}`]));
  expect(await deliveries()).toEqual({ mail: failed, push: failed, webhook: failed });
});

test('alerts after the service is back on are sent', async () => {
  await serve(false);
  await serve(true);
  await see(false);

  await tellAlerts(worker());

  expect([api.mails.length, endpoint.asked.length]).toEqual([1, 1]);
});

test('a day on which the service is off has no digest, and the next day has its own', async () => {
  await sendDigests(worker());
  await serve(false);
  api.clock.advance(dayMs);
  await sendDigests(worker());
  await serve(true);
  await sendDigests(worker());
  expect(await messages('digest')).toEqual([]);

  api.clock.advance(dayMs);
  await sendDigests(worker());

  expect(await messages('digest')).toEqual(['sent']);
});

test('a digest that was made up before the service was turned off is not sent', async () => {
  await sendDigests(worker());
  api.clock.advance(dayMs);
  await makeUpDigests(worker());
  await serve(false);

  await sendMessages(worker());

  expect(await messages('digest')).toEqual([`given up: ${off}`]);
});

test('mails about the account are sent while the service is off', async () => {
  const { tenantId, email: to } = owner;
  await serve(false);
  await api.worker.tenant(tenantId, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select email_address_id as id from email_addresses where tenant_id = ${tenantId} and is_primary`.execute(tx);
    const mail = { to, subject: 'Your password was changed', text: 'It was changed', html: 'It was changed' };
    const message = { tenantId, emailAddressId: rows[0]?.id ?? '', kind: 'security', mail, expiresAt: null } as const;
    await enqueueAccountMail(api.ctx, tx, message);
    await enqueueNotice(api.ctx, tx, { tenantId, kind: 'channelStopped', subject: 'My hook', reason: 'Gone' });
  });

  await sendMessages(worker());

  expect(api.mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Your password was changed', 'Watchpost has stopped sending to My hook']),
  );
});
