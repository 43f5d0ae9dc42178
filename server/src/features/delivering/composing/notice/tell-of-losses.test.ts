import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { deliveryLog } from '@app/shared/contract/delivery-log.ts';
import { testApi, type Owner } from '../../../../../testing/http/api.ts';
import { listEvents, subscribeHook } from '../../../../../testing/mails/account-events.ts';
import { sendMessages } from '../../../../../testing/mails/send-messages.ts';
import { tellOfLosses } from './tell-of-losses.ts';

const api = testApi();
const worker = () => ({ ...api.ctx, db: api.worker });
let owner: Owner;

/** A part of every name and address of one test, so that a test does not see the names and addresses of others. */
let tests = 0;
const shop = () => `Shop ${tests}`;

beforeEach(async () => {
  tests += 1;
  owner = await api.owner();
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      insert into seller_accounts (
        tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
      )
      values (${owner.tenantId}, 'A1SELLER', 'NA', ${shop()}, 'k1.x', 'x', now(), now(), 1)`.execute(tx),
  );
  await sql`
    insert into email_addresses (tenant_id, email, is_primary, is_user, verified_at, created_at)
    values (${owner.tenantId}, ${`helper${tests}@example.com`}, false, true, now(), now())`.execute(api.worker.global);
});

const lose = () =>
  sql`
  update seller_accounts set may_need_reauthorization = true where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
/** Writes the state that follows a successful probe or a new authorisation. */
const regain = () =>
  sql`
  update seller_accounts set may_need_reauthorization = false, loss_told_at = null
   where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

/** Runs the worker several times in succession. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await tellOfLosses(worker());
    await sendMessages(worker());
    api.clock.advance(3_600_000);
  }
}

const told = () => api.mails.filter(({ subject }) => subject === `Please authorize ${shop()} again`);

test('the owner is mailed once about an account that needs a new authorisation, however long it does', async () => {
  await lose();

  await turns();

  expect(told()).toMatchObject([{ to: owner.email, text: expect.stringContaining('http://watchpost.test/settings') }]);
  const { deliveries } = await owner.call(deliveryLog, { query: {} });
  expect(deliveries.filter(({ about }) => about === 'notice')).toMatchObject([
    { what: `Please authorize ${shop()} again`, to: owner.email, outcome: 'sent' },
  ]);
});

test('an account that was well meanwhile and is lost anew is another mail', async () => {
  await lose();
  await turns();
  await regain();
  await turns();
  expect(told()).toHaveLength(1);

  await lose();
  await turns();

  expect(told()).toHaveLength(2);
});

test('an account that has never been lost is no mail', async () => {
  await turns();

  expect(told()).toEqual([]);
});

const stop = (at: Date | null) =>
  sql`
  update email_addresses set stopped_at = ${at} where tenant_id = ${owner.tenantId} and is_primary`.execute(
    api.worker.global,
  );

test('an owner whose address takes no mail is told when it takes mail again', async () => {
  await stop(api.clock.now());
  await lose();
  await turns();
  expect(told()).toEqual([]);

  await stop(null);
  await turns();

  expect(told()).toHaveLength(1);
});

test('the hooks of an owner whose address takes no mail are called at once, and not again with the later mail', async () => {
  await subscribeHook(api, owner, 'connectionBroken');
  await stop(api.clock.now());
  await lose();
  await sql`update seller_accounts set lost_at = ${api.clock.now()} where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
  await tellOfLosses(worker());
  expect(await listEvents(api, owner)).toEqual([]);
  api.clock.advance(hourMs);
  await turns();

  const event = { kind: 'connectionBroken', subject: shop(), reason: expect.stringContaining('invalid_grant') };
  expect(await listEvents(api, owner)).toEqual([event]);
  expect(told()).toEqual([]);
  await stop(null);
  await turns();
  expect(await listEvents(api, owner)).toEqual([event]);
  expect(told()).toHaveLength(1);
});

test('a hook of an owner whose address takes no mail is not called about a loss of long ago', async () => {
  await stop(api.clock.now());
  await lose();
  await sql`update seller_accounts set lost_at = ${api.clock.now()} where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
  api.clock.advance(2 * dayMs);
  await subscribeHook(api, owner, 'connectionBroken');
  await turns();

  expect(await listEvents(api, owner)).toEqual([]);
});

test('processes that look at the same time tell it once', async () => {
  await lose();

  await Promise.all([tellOfLosses(worker()), tellOfLosses(worker()), tellOfLosses(worker())]);
  await sendMessages(worker());

  expect(told()).toHaveLength(1);
});

test('an account that was authorised again before the mail could be sent is no mail', async () => {
  await lose();
  await tellOfLosses(worker());
  await regain();
  await sendMessages(worker());

  expect(told()).toEqual([]);
});

test.each([
  ['an account that was authorised again is no mail, although another account is lost', false, 0],
  ['an account that got another name before its mail could be sent is still mailed about', true, 1],
])('%s', async (_what, isRenamed, mails) => {
  await lose();
  await tellOfLosses(worker());
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`
      insert into seller_accounts (
        tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version,
        may_need_reauthorization
      )
      values (${owner.tenantId}, 'A2SELLER', 'NA', 'Other shop', 'k1.x', 'x', now(), now(), 1, true)`.execute(tx),
  );
  if (isRenamed)
    await sql`
      update seller_accounts set nick_name = 'New name' where tenant_id = ${owner.tenantId} and name = ${shop()}`.execute(
      api.worker.global,
    );
  else
    await sql`
      update seller_accounts set may_need_reauthorization = false, loss_told_at = null
       where tenant_id = ${owner.tenantId} and name = ${shop()}`.execute(api.worker.global);

  await sendMessages(worker());

  expect(told()).toHaveLength(mails);
});
