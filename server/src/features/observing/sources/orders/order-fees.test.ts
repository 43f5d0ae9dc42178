import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, minuteMs } from '@app/shared/base/time.ts';
import { testClock } from '../../../../../testing/clock.ts';
import { testDatabase } from '../../../../../testing/database/database.ts';
import { buildProduct, buildTenant, openTestDb, type BuiltTenant } from '../../../../../testing/database/factories.ts';
import type { ChargedItem } from '../../../../external/marketplace/operations/finances.ts';
import type { Db } from '../../../../lib/db/db.ts';
import { createJudging } from '../../../judging/ingest.ts';
import type { ObservingContext } from '../../worker-context.ts';
import type { StepWork } from '../source.ts';
import { orderFees } from './order-fees.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-06-15T12:00:00Z'));
const sku = 'SKILLET-26';
let db: Db;
let tenant: BuiltTenant;
let warnings: { msg: string; ahead?: number }[] = [];
/** The start of the last complete pass. */
let confirmedAt: Date | null = null;
/** The instant since which the last pass asked for charges. */
let postedAfter: Date | null = null;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());
beforeEach(async () => {
  warnings = [];
  confirmedAt = null;
  tenant = await buildTenant(db);
  const { tenantId, sellerAccountId } = tenant;
  const productId = await buildProduct(db, { tenant, judging: createJudging({ db, clock }) });
  await db.tenant(tenantId, (tx) =>
    sql`
      insert into listings (tenant_id, seller_account_id, marketplace, sku, product_id, is_active)
      values (${tenantId}, ${sellerAccountId}, 'US', ${sku}, ${productId}, true)`.execute(tx),
  );
});

const charged = (postedAt: string, cents: number): ChargedItem => ({
  marketplace: 'US',
  sku,
  postedAt: new Date(postedAt),
  fbaPerUnit: { cents, currency: 'USD' },
});

/** Runs one pass in which the marketplace answers with these items. */
async function pass(...items: readonly ChargedItem[]): Promise<void> {
  clock.advance(minuteMs);
  const ctx = {
    db,
    clock,
    log: pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line)) }),
    judging: createJudging({ db, clock }),
    marketplace: {
      listTransactions: (_access: unknown, asked: { readonly postedAfter: Date }) => {
        postedAfter = asked.postedAfter;
        return Promise.resolve({ items, refusals: [], nextToken: null });
      },
    },
  };
  const key = { ...tenant, marketplace: '', source: 'order-fees' };
  const work = { key, row: { confirmedAt }, progress: null, passStartedAt: clock.now() };
  await orderFees.step(ctx as unknown as ObservingContext, work as unknown as StepWork);
}

async function feeCents(): Promise<number | undefined> {
  const { rows } = await sql<{ cents: number }>`
    select (o.facts -> 'fba' ->> 'cents')::int as cents
      from observations o
     where o.tenant_id = ${tenant.tenantId} and o.aspect = 'chargedFees'`.execute(db.global);
  return rows[0]?.cents;
}

test('the latest settled shipment determines the fee, in whatever order shipments arrive', async () => {
  await pass(charged('2026-06-14T10:00:00Z', 520), charged('2026-06-14T09:00:00Z', 500));
  await pass(charged('2026-06-13T10:00:00Z', 480));

  expect(await feeCents()).toBe(520);
});

test('a shipment settled in the future determines no fee and does not block the next one', async () => {
  await pass(charged('2099-01-01T00:00:00Z', 9900));
  const refused = await feeCents();
  await pass(charged('2026-06-14T10:00:00Z', 520));

  expect(refused).toBeUndefined();
  expect(warnings).toMatchObject([{ msg: 'transactions settled ahead of our clock were not taken over', ahead: 1 }]);
  expect(await feeCents()).toBe(520);
});

test('a stored fee with a time in the future is replaced by the next one', async () => {
  await pass(charged('2026-06-13T10:00:00Z', 9900));
  await sql`
    update observations
       set facts = jsonb_set(facts, '{lastOrderAt}', '"2099-01-01T00:00:00.000Z"')
     where tenant_id = ${tenant.tenantId}`.execute(db.global);

  await pass(charged('2026-06-14T10:00:00Z', 520));

  expect(await feeCents()).toBe(520);
});

test.each([
  ['the first pass', null, 30],
  ['a pass that begins a day after the last one', 1, 4],
  ['a pass after a pause of half a year', 190, 30],
])('%s asks for charges that no pass has read, of the last 30 days at most', async (_which, daysAgo, days) => {
  const startsAt = new Date(clock.now().getTime() + minuteMs);
  confirmedAt = daysAgo === null ? null : new Date(startsAt.getTime() - daysAgo * dayMs);

  await pass();

  expect(postedAfter).toEqual(new Date(startsAt.getTime() - days * dayMs));
});
