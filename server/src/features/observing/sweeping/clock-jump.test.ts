import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { createPublicFetch } from '../../../external/http/public-fetch.ts';
import type { Db } from '../../../lib/db/db.ts';
import type { Mail } from '../../../lib/mail/mailer.ts';
import { systemRandom } from '../../../lib/random.ts';
import { parseEncryptionKeys } from '../../../lib/secrets.ts';
import { testClock } from '../../../../testing/clock.ts';
import { testDatabase } from '../../../../testing/database/database.ts';
import {
  buildProduct,
  buildTenant,
  catalogFacts,
  openTestDb,
  type BuiltTenant,
} from '../../../../testing/database/factories.ts';
import { noPictures } from '../../../../testing/mails/pictures.ts';
import { tellAlerts, type SendContext } from '../../../../testing/mails/send-messages.ts';
import { createJudging } from '../../judging/ingest.ts';
import { judgeDue } from '../../judging/due.ts';
import { heedClockJump } from './clock-jump.ts';
import { putWorkAside } from './pause-queries.ts';

const database = testDatabase();
const right = new Date('2026-11-20T08:00:00Z');
const after = (ms: number): Date => new Date(right.getTime() + ms);
const clock = testClock(right);
const config = { publicUrl: 'https://watch.example' } as SendContext['config'];
const keys = parseEncryptionKeys(`k1:${Buffer.alloc(32, 7).toString('base64')}`);
const log = pino({ level: 'silent' });
let db: Db;
let tenant: BuiltTenant;
let sent: Mail[];
let refusal: Error | null;

beforeAll(() => {
  db = openTestDb(database.workerUrl);
});
afterAll(() => db.close());
beforeEach(async () => {
  clock.set(right);
  await sql`delete from tenants`.execute(db.global);
  sent = [];
  refusal = null;
  tenant = await buildTenant(db);
});

const mailer = {
  send: async (mail: Mail) => {
    if (refusal) throw refusal;
    sent.push(mail);
  },
  close: () => undefined,
};

const tell = () =>
  tellAlerts({
    push: null,
    publicFetch: createPublicFetch({ allowsPrivate: false }),
    db,
    clock,
    config,
    keys,
    random: systemRandom,
    log,
    pictures: noPictures,
    mailer,
  });

const heed = () => heedClockJump({ db, clock, log });

async function loseImage(): Promise<void> {
  const judging = createJudging({ db, clock });
  const productId = await buildProduct(db, { tenant, judging });
  const seen = { productId, aspect: 'catalog', sku: '', observedAt: clock.now() } as const;
  await judging.ingest(tenant.tenantId, [{ ...seen, facts: catalogFacts({ images: [] }) }]);
}

/** A sweep that was ended by a process whose clock was ahead by this much. */
const endSweep = async (aheadMs: number) => {
  const at = new Date(right.getTime() + aheadMs);
  await sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, finished_at)
    values (${tenant.tenantId}, ${tenant.sellerAccountId}, 'US', 'catalog-items', ${at}, ${at})`.execute(db.global);
};

const change = (table: string, assignment: ReturnType<typeof sql>) =>
  sql`update ${sql.table(table)} set ${assignment} where tenant_id = ${tenant.tenantId}`.execute(db.global);

/** A cluster updates rows by immutable functions only; adding to an instant depends on the time zone of the session. */
const afterFlip = (hours: number) =>
  sql`(flip_at at time zone 'UTC' + make_interval(hours => ${hours}::int)) at time zone 'UTC'`;

const hoursUntil = async (column: string, table: string): Promise<readonly number[]> => {
  const { rows } = await sql<{ at: Date }>`
    select ${sql.ref(column)} as at from ${sql.table(table)} where tenant_id = ${tenant.tenantId} and ${sql.ref(column)} is not null
     order by 1`.execute(db.global);
  return rows.map(({ at }) => (at.getTime() - clock.now().getTime()) / hourMs);
};

test.each([
  ['hours', 3 * hourMs],
  ['days', 3 * dayMs],
])('an alert that a process with a clock %s ahead has found is mailed now', async (_, aheadMs) => {
  clock.advance(aheadMs);
  await loseImage();
  await endSweep(aheadMs);
  clock.set(right);
  await tell();
  expect(sent).toEqual([]);

  await heed();
  await tell();

  expect(sent).toHaveLength(1);
});

test.each([
  ['goes on', sql`pass_started_at = ${after(-minuteMs)}`],
  ['has failed', sql`failures = 1`],
])('a sweep whose pass %s is due now if a clock days ahead has put it off', async (_what, state) => {
  await endSweep(-hourMs);
  await change('sweeps', state);
  await change('sweeps', sql`due_at = ${after(3 * dayMs)}`);

  await heed();

  expect(await hoursUntil('due_at', 'sweeps')).toEqual([0]);
});

test.each([
  ['waits for the credits of the next day', sql`pass_started_at = ${right}, due_at = ${after(20 * hourMs)}`, 20],
  ['comes seldom, because pages are few', sql`due_at = ${after(20 * dayMs)}`, 480],
])('a pass that %s keeps its time', async (_what, state, hours) => {
  await endSweep(-hourMs);
  await change('sweeps', state);

  await heed();

  expect(await hoursUntil('due_at', 'sweeps')).toEqual([hours]);
});

test('the sweeps of a tenant whose service is off stay put aside', async () => {
  await endSweep(-hourMs);
  await change('sweeps', sql`pass_started_at = ${right}`);
  await db.tenant(tenant.tenantId, (tx) => putWorkAside(tx, tenant.tenantId));
  const [before] = await hoursUntil('due_at', 'sweeps');

  await heed();

  expect(await hoursUntil('due_at', 'sweeps')).toEqual([before]);
});

test('push that a clock days ahead has noted counts as alive from now on', async () => {
  await sql`
    insert into subscriptions (
      tenant_id, seller_account_id, notification_type, subscription_id, created_at, last_event_at
    )
    values (
      ${tenant.tenantId}, ${tenant.sellerAccountId}, 'ORDER_CHANGE', 'one', ${right}, ${after(3 * dayMs)}
    )`.execute(db.global);

  await heed();

  expect(await hoursUntil('last_event_at', 'subscriptions')).toEqual([0]);
});

test.each([
  ['claimed for a lease', null],
  ['put off after a failure', new Error('no answer')],
])('a mail that a process with a clock days ahead has %s is sent', async (_, failure) => {
  await loseImage();
  refusal = failure;
  clock.advance(3 * dayMs);
  await tell();
  if (failure === null) {
    sent = [];
    await change('messages', sql`state = 'claimed', due_at = ${new Date(clock.now().getTime() + 25_000)}`);
    await change('deliveries', sql`state = 'pending'`);
  }
  refusal = null;
  clock.set(right);
  await heed();
  await tell();

  expect(sent).toHaveLength(1);
  expect((await hoursUntil('next_attempt_at', 'deliveries')).every((hours) => hours <= 0)).toBe(true);
});

test('a mail that was collected or waits for the end of quiet hours goes on to wait', async () => {
  await change('tenants', sql`instant_alert = false, batching_interval_minutes = 120`);
  await loseImage();
  await tell();
  await endSweep(dayMs);
  await heed();
  await tell();
  expect(sent).toEqual([]);

  clock.advance(121 * minuteMs);
  await tell();
  expect(sent).toHaveLength(1);
});

test('an alert that a clock days ahead has dated is not collected until its date', async () => {
  await change('tenants', sql`instant_alert = false, batching_interval_minutes = 120`);
  clock.advance(3 * dayMs);
  await loseImage();
  clock.set(right);
  await change('deliveries', sql`next_attempt_at = ${new Date(right.getTime() + 3 * dayMs)}`);
  await heed();
  await tell();

  expect(sent).toHaveLength(1);
});

test('the end of a problem and a hold keep the length of their wait', async () => {
  clock.advance(3 * dayMs);
  await loseImage();
  clock.set(right);
  await change('flips', sql`to_status = 0`);
  await change('deliveries', sql`next_attempt_at = ${afterFlip(12)}`);
  await heed();
  expect(await hoursUntil('next_attempt_at', 'deliveries')).toEqual([12]);

  await change('deliveries', sql`state = 'held', next_attempt_at = ${afterFlip(5 * 24)}`);
  await heed();
  expect(await hoursUntil('next_attempt_at', 'deliveries')).toEqual([5 * 24]);
  await heed();
  expect(await hoursUntil('next_attempt_at', 'deliveries')).toEqual([5 * 24]);
});

test('an alert that a process with a clock days ahead has held for hours is held for these hours from now on', async () => {
  clock.advance(3 * dayMs);
  await loseImage();
  await endSweep(3 * dayMs);
  clock.set(right);
  await change('deliveries', sql`state = 'held', next_attempt_at = ${afterFlip(3)}`);

  await heed();
  await heed();

  expect(await hoursUntil('next_attempt_at', 'deliveries')).toEqual([3]);
});

test('an item that is to be judged days ahead is judged now; one that waits for the end of its window keeps its time', async () => {
  await loseImage();
  const inWindow = new Date(right.getTime() + 6 * dayMs);
  await change('items', sql`again_at = case when type = 'imageMissing' then ${inWindow}::timestamptz end`);
  await heed();
  expect(await hoursUntil('again_at', 'items')).toEqual([6 * 24]);

  await change(
    'items',
    sql`again_at = case when type = 'imageMissing' then ${new Date(right.getTime() + 30 * dayMs)}::timestamptz end`,
  );
  await heed();
  expect(await hoursUntil('again_at', 'items')).toEqual([0]);
  await judgeDue({ db, clock });
  expect(await hoursUntil('again_at', 'items')).toEqual([]);
});

test('mutes, digests and the retries of failed messages stay as they are planned', async () => {
  await loseImage();
  await tell();
  const inAMonth = new Date(right.getTime() + 30 * dayMs);
  await change('items', sql`muted_until = ${inAMonth}`);
  await change('email_addresses', sql`digest_due_at = ${new Date(right.getTime() + dayMs)}`);
  await change('messages', sql`state = 'waiting', attempts = 9, due_at = ${new Date(right.getTime() + hourMs)}`);
  await endSweep(30 * dayMs);
  await heed();

  expect(new Set(await hoursUntil('muted_until', 'items'))).toEqual(new Set([30 * 24]));
  expect(new Set(await hoursUntil('digest_due_at', 'email_addresses'))).toEqual(new Set([24]));
  expect(await hoursUntil('due_at', 'messages')).toEqual([1]);
});
