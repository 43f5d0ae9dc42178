import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { testClock } from '../../../../testing/clock.ts';
import { testDatabase } from '../../../../testing/database/database.ts';
import { buildTenant, openTestDb } from '../../../../testing/database/factories.ts';
import type { Db } from '../../../lib/db/db.ts';
import { forgetAlarm, isUntold, noteAlarm, noteTold, silenceAlarm } from './alarm-queries.ts';
import { isRaised } from './alarms.ts';
import { watchLosses } from './watch-losses.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const log = pino({ level: 'silent' });
const alarm = 'authorizationsRefused';
let db: Db;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());
beforeEach(async () => {
  await sql`delete from seller_accounts`.execute(db.global);
  await sql`delete from operator_alarms`.execute(db.global);
});

interface Accounts {
  readonly tenants: number;
  readonly lost: number;
  readonly others?: number;
  readonly deleted?: number;
  /** The time since the loss. */
  readonly agoMs?: number;
}

/** Connects accounts, of which the lost ones are spread over the tenants. */
async function connect({ tenants, lost, others = 0, deleted = 0, agoMs = 0 }: Accounts): Promise<void> {
  const built = await Promise.all(Array.from({ length: tenants }, () => buildTenant(db)));
  await sql`delete from seller_accounts`.execute(db.global);
  await sql`
    insert into seller_accounts (
      tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version,
      may_need_reauthorization, lost_at, deleted_at
    )
    select t.id, 'A' || n, 'NA', 'Shop', 'no token', '123456', now(), now(), 0,
           n <= ${lost}, case when n <= ${lost} then ${new Date(clock.now().getTime() - agoMs)}::timestamptz end,
           case when n > ${lost + others} then now() end
      from generate_series(1, ${lost + others + deleted}::int) as n
      join unnest(${built.map(({ tenantId }) => tenantId)}::uuid[]) with ordinality as t (id, place)
        on t.place = 1 + n % ${tenants}::int
    returning tenant_id`.execute(db.global);
}

test.each<[string, Accounts, boolean]>([
  ['of five accounts of three tenants, a tenth of all, is an outage', { tenants: 3, lost: 5, others: 45 }, true],
  ['of four accounts is none', { tenants: 3, lost: 4 }, false],
  ['of five accounts of two tenants is none', { tenants: 2, lost: 5 }, false],
  ['of less than a tenth of all is none', { tenants: 3, lost: 5, others: 46 }, false],
  ['of a tenth of all that are not deleted is an outage', { tenants: 3, lost: 5, others: 45, deleted: 20 }, true],
  ['of five accounts in a day is an outage', { tenants: 3, lost: 5, agoMs: dayMs }, true],
  ['of five accounts more than a day ago is none', { tenants: 3, lost: 5, agoMs: dayMs + 1 }, false],
])('the loss %s', async (_what, accounts, isOutage) => {
  await connect(accounts);

  await watchLosses({ db, clock, log });

  expect(await isRaised(db.global, alarm, clock.now())).toBe(isOutage);
});

const note = () =>
  noteAlarm(db.global, alarm, { now: clock.now(), overBefore: new Date(clock.now().getTime() - 15 * minuteMs) });

test('an alarm is new and to be told once while it goes on, and again after it was over', async () => {
  expect([await note(), await isUntold(db.global, alarm)]).toEqual([true, true]);
  await noteTold(db.global, alarm, clock.now());
  clock.advance(15 * minuteMs);
  expect([await note(), await isUntold(db.global, alarm)]).toEqual([false, false]);

  clock.advance(15 * minuteMs + 1);

  expect([await note(), await isUntold(db.global, alarm)]).toEqual([true, true]);
});

test('an alarm that is raised again while its end is told is kept', async () => {
  await note();
  clock.advance(minuteMs);
  expect(await silenceAlarm(db.global, alarm)).toBe(true);
  await note();

  await forgetAlarm(db.global, alarm);

  expect(await isRaised(db.global, alarm, clock.now())).toBe(true);
});
