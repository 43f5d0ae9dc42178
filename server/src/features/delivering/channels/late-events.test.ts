import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { createAccessToken } from '@app/shared/contract/access-tokens.ts';
import { deliveryLog } from '@app/shared/contract/delivery-log.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { ownersPassword, testApi, type Owner } from '../../../../testing/http/api.ts';
import { sendMessages } from '../../../../testing/mails/send-messages.ts';
import { answering } from '../../../../testing/observing/answering.ts';
import { tellOfLosses } from '../composing/notice/tell-of-losses.ts';

const api = testApi({ environment: { ALLOW_PRIVATE_ADDRESSES: 'yes' } });
const endpoint = answering();
const worker = () => ({ ...api.ctx, db: api.worker, log: pino({ level: 'silent' }) });
let owner: Owner;
let lostAt: Date;

/**
 * An authorisation was lost while the owner's address took no mail, a program has subscribed a hook days later, and now
 * the address takes mail again, so that the loss is told.
 */
beforeEach(async () => {
  owner = await api.owner();
  endpoint.asked.length = 0;
  endpoint.respond(() => ({}));
  lostAt = api.clock.now();
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      insert into seller_accounts (
        tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version,
        may_need_reauthorization, lost_at
      )
      values (${owner.tenantId}, 'A1SELLER', 'NA', 'Shop', 'k1.x', 'x', now(), now(), 1, true, ${lostAt})`.execute(tx),
  );
  await takeMail(false);
  api.clock.advance(2 * dayMs);
  await owner.call(provePassword, { body: { password: ownersPassword } });
  const wish = { name: 'Program', scopes: ['hooks:write' as const], expiresInDays: 90 };
  const { token } = await owner.call(createAccessToken, { body: wish });
  const payload = { url: `${endpoint.url}/zap`, event: 'connectionBroken' };
  const headers = { authorization: `Bearer ${token}` };
  await api.app.inject({ method: 'POST', url: '/api/v1/hooks', payload, headers });
  api.clock.advance(2 * dayMs);
  await takeMail(true);
});

const takeMail = (isTaken: boolean) =>
  sql`
    update email_addresses set stopped_at = ${isTaken ? null : api.clock.now()}
     where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

async function tell(): Promise<void> {
  await tellOfLosses(worker());
  await sendMessages(worker());
}

async function outcomes(): Promise<readonly unknown[]> {
  const { deliveries } = await owner.call(deliveryLog, { query: {} });
  return deliveries.flatMap(({ channel, outcome, error }) => (channel === 'webhook' ? [[outcome, error]] : []));
}

test('a hook is called for an event of which people are told more than three days after it', async () => {
  await tell();

  const called = endpoint.asked.map(({ body }) => JSON.parse(body));
  expect(called).toMatchObject([{ event: 'connectionBroken', at: lostAt.toISOString(), connection: { name: 'Shop' } }]);
  expect(await outcomes()).toEqual([['sent', null]]);
});

test('the call for such an event is tried again while the program answers with an error', async () => {
  endpoint.respond(() => ({ status: 503 }));
  await tell();
  endpoint.respond(() => ({}));
  api.clock.advance(minuteMs);

  await sendMessages(worker());

  expect(endpoint.asked).toHaveLength(2);
  expect(await outcomes()).toEqual([['sent', null]]);
});

/** Lets the program answer with errors for some hours, in which it is called each hour. */
async function failFor(hours: number): Promise<void> {
  endpoint.respond(() => ({ status: 503 }));
  await tell();
  for (let hour = 0; hour < hours; hour += 1) {
    api.clock.advance(hourMs);
    await sendMessages(worker());
  }
}

test('a hook has three days from its subscription on for an event that began before it', async () => {
  await failFor(20);
  endpoint.respond(() => ({}));
  api.clock.advance(hourMs);

  await sendMessages(worker());

  expect(await outcomes()).toEqual([['sent', null]]);
});

test('the call for such an event is given up after some attempts', async () => {
  await failFor(26);
  const calls = endpoint.asked.length;
  await failFor(2);

  expect(calls).toBeGreaterThan(5);
  expect(endpoint.asked).toHaveLength(calls);
  expect(await outcomes()).toEqual([['failed', expect.stringContaining('Given up after three days')]]);
});
