import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { testClock, type TestClock } from '../testing/clock.ts';
import { testDatabase } from '../testing/database/database.ts';
import { buildTenant, openTestDb, type BuiltTenant } from '../testing/database/factories.ts';
import { testNow } from '../testing/database/postgres.ts';
import { openHealthApp, type HealthApp } from './health-app.ts';
import type { Db } from './lib/db/db.ts';
import { AnswerCounts } from './external/marketplace/calls/answer-counts.ts';
import { endReport, reportProcess, reportSetAsideTurns } from './features/operating/processes/report-process.ts';
import { createReader, processFigureGroup, productFigureGroup } from './features/operating/figures/read-figures.ts';

const database = testDatabase();
const clock: TestClock = testClock(testNow);
const answers = new AnswerCounts(clock);
const workerAddress = { port: 0, host: '127.0.0.1' };
const loops = new Map([['plan', 3]]);
const identity = {
  processId: crypto.randomUUID(),
  role: 'worker',
  version: '1.2.3',
  startedAt: testNow,
} as const;
let db: Db;
let health: HealthApp;
let tenant: BuiltTenant;

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  tenant = await buildTenant(db);
  health = (await openHealthApp({ workerAddress, metricsToken: null }, db, [
    productFigureGroup(createReader({ db, clock })),
    processFigureGroup({ measurePool: () => db.measurePool(), countLeftOut: () => 3, answers, loops }),
  ])) as HealthApp;
});
afterAll(async () => {
  await health.close();
  await db.close();
});

const ago = (minutes: number): Date => new Date(clock.now().getTime() - minutes * minuteMs);

/** The value of a metric at the worker's own port, after the last reading has become too old. */
async function metric(line: string): Promise<number | null> {
  clock.advance(15_000);
  return valueOf(await scrape(), line);
}

const scrape = async (): Promise<string> => (await fetch(`${health.url}/metrics`)).text();

function valueOf(body: string, line: string): number | null {
  const found = body.split('\n').find((one) => one.startsWith(`${line} `));
  return found === undefined ? null : Number(found.split(' ').at(-1));
}

const inTenant = (statement: ReturnType<typeof sql>) =>
  db.tenant(tenant.tenantId, async (tx) => void (await statement.execute(tx)));

const sweep = (source: string, dueAt: Date, failures = 0) =>
  inTenant(sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, failures)
    values (${tenant.tenantId}, ${tenant.sellerAccountId}, 'US', ${source}, ${dueAt}, ${failures})`);

const insertMessage = (id: string, state: string, dueAt: Date) =>
  inTenant(sql`
    insert into messages (tenant_id, message_id, transport, purpose, recipient, state, created_at, due_at)
    values (${tenant.tenantId}, ${id}, 'mail', 'notice', 'a@b.test', ${state}, ${dueAt}, ${dueAt})`);

const insertCredits = (day: Date, used: number) =>
  inTenant(sql`
    insert into page_credits (tenant_id, day, purpose, used, allowed)
    values (${tenant.tenantId}, ${day}::timestamptz::date, 'products', ${used}, 12)`);

test('a worker answers liveness and readiness on its own port', async () => {
  expect((await fetch(`${health.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${health.url}/readyz`)).status).toBe(200);
  expect(
    await openHealthApp({ workerAddress: { ...workerAddress, port: null }, metricsToken: null }, db, []),
  ).toBeNull();
});

test('sweeps count as late after ten minutes, by source, unless their account or tenant rests', async () => {
  await sweep('offers', ago(30));
  await sweep('catalog', ago(5), 3);

  expect(await metric('watchpost_sweeps_late{source="offers"}')).toBe(1);
  expect(await metric('watchpost_sweep_lateness_seconds{source="offers"}')).toBeGreaterThanOrEqual(1800);
  expect(await metric('watchpost_sweeps_late{source="catalog"}')).toBeNull();
  expect(await metric('watchpost_sweeps_failing{source="catalog"}')).toBe(1);

  await inTenant(sql`update tenants set is_served = false where tenant_id = ${tenant.tenantId}`);
  expect(await metric('watchpost_sweeps_late{source="offers"}')).toBeNull();
  await inTenant(sql`update tenants set is_served = true where tenant_id = ${tenant.tenantId}`);
  await inTenant(sql`update seller_accounts set may_need_reauthorization = true where tenant_id = ${tenant.tenantId}`);
  expect(await metric('watchpost_sweeps_late{source="offers"}')).toBeNull();
  expect(await metric('watchpost_accounts_resting{reason="authorization lost"}')).toBe(1);
});

test('messages are counted by transport: due ones with the age of the oldest, refused ones and those set aside', async () => {
  await insertMessage('due', 'waiting', ago(20));
  await insertMessage('later', 'waiting', ago(-60));
  await insertMessage('refused', 'failed', ago(60));
  await insertMessage('long ago', 'failed', ago(2000));
  await insertMessage('defect', 'given up', ago(3));
  await inTenant(sql`update messages set set_aside_at = due_at where message_id = 'defect'`);

  expect(await metric('watchpost_messages_due{transport="mail"}')).toBe(1);
  expect(await metric('watchpost_messages_due{transport="slack"}')).toBe(0);
  expect(await metric('watchpost_message_oldest_seconds{transport="mail"}')).toBeGreaterThanOrEqual(1200);
  expect(await metric('watchpost_messages_failed{transport="mail"}')).toBe(1);
  expect(await metric('watchpost_messages_set_aside')).toBe(1);
});

test('page credits of today are counted as used and left, and months with a partition ahead', async () => {
  await insertCredits(clock.now(), 5);
  await insertCredits(ago(3 * 1440), 9);

  expect(await metric('watchpost_page_credits_used{purpose="products"}')).toBe(5);
  expect(await metric('watchpost_page_credits_left{purpose="products"}')).toBe(7);
  expect(await metric('watchpost_partition_months_ahead')).toBeGreaterThanOrEqual(0);
});

test('a process reports its version, and the tenants it has set aside until an operator has them tried again', async () => {
  const retryAt = ago(-60);
  const trouble = { failures: 8, since: ago(90), retryAt, lastError: 'a defect' };
  const troubles = new Map([
    [tenant.tenantId, trouble],
    [crypto.randomUUID(), { ...trouble, failures: 2 }],
  ]);
  const turns = new Map([['make up mails', troubles]]);
  const report = async () => {
    await reportProcess({ db, clock }, { identity, answers, loops });
    await reportSetAsideTurns({ db, clock }, identity, turns);
  };

  await report();
  expect(await metric('watchpost_processes{role="worker",version="1.2.3"}')).toBe(1);
  expect(await metric('watchpost_tenants_set_aside{chore="make up mails"}')).toBe(1);

  await sql`update set_aside_turns set is_retry_asked = true`.execute(db.global);
  await report();
  expect([...troubles.values()].map(({ failures }) => failures)).toEqual([2]);
  expect(await metric('watchpost_tenants_set_aside{chore="make up mails"}')).toBeNull();

  await endReport({ db }, identity);
  expect(await metric('watchpost_processes{role="worker",version="1.2.3"}')).toBeNull();
});

test('the marketplace’s answers are counted by kind, and loops that fail', async () => {
  for (const status of [200, 204, 403, 429, 429, 404, 503]) answers.note(status);

  expect(await metric('watchpost_marketplace_answers_total{answer="429"}')).toBe(2);
  expect(await metric('watchpost_marketplace_answers_total{answer="403"}')).toBe(1);
  expect(await metric('watchpost_marketplace_answers_total{answer="ok"}')).toBe(2);
  expect(await metric('watchpost_loops_failing')).toBe(1);
  expect(await metric('watchpost_tenants_left_out')).toBe(3);
  expect(await metric('watchpost_pool_waiters')).toBe(0);
  expect(await metric('watchpost_pool_wait_seconds')).toBeGreaterThan(0);
  expect(answers.recent()['429']).toBe(2);
  clock.advance(15 * minuteMs);
  expect(answers.recent()['429']).toBe(0);
});

test('figures are read once in fifteen seconds, and none of them names a tenant', async () => {
  const before = valueOf(await scrape(), 'watchpost_sweeps_failing{source="catalog"}');
  await sweep('listings', ago(1), 4);
  expect(valueOf(await scrape(), 'watchpost_sweeps_failing{source="listings"}')).toBeNull();
  clock.advance(15_000);
  const body = await scrape();

  expect(before).toBe(1);
  expect(valueOf(body, 'watchpost_sweeps_failing{source="listings"}')).toBe(1);
  expect(body).not.toContain(tenant.tenantId);
  expect(body).not.toContain('Brightkeel');
});
