import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { withClient } from '../../scripts/postgres/database.ts';
import { testClock } from '../testing/clock.ts';
import { listTables } from '../testing/database/tables.ts';
import { testDatabase } from '../testing/database/database.ts';
import { buildTenant, openTestDb } from '../testing/database/factories.ts';
import { buildProductOf } from '../testing/observing/products.ts';
import { recordAudit } from './features/accounts/audit-queries.ts';
import { forgetOldRows } from './forget-old-rows.ts';
import { createPartitions } from './lib/db/partitions.ts';
import { dropMonths, makeMonths } from './lib/db/retention.ts';
import type { Db } from './lib/db/db.ts';
import { rules, series, unlimited } from './retention.ts';

const database = testDatabase();
const now = new Date('2026-06-15T12:00:00Z');
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
const log = pino({ level: 'silent' });
let db: Db;
let tenantId: string;

beforeAll(async () => {
  db = openTestDb(database.workerUrl);
  await withClient(database.ownerUrl, async (client) => {
    for (const days of [0, 300, 600]) await createPartitions(client, daysAgo(days));
  });
  const tenant = await buildTenant(db);
  tenantId = tenant.tenantId;
  const { productId } = await buildProductOf(db, tenant);
  for (const days of [1, 119, 121, 170, 399, 401, 450]) await fill(productId, daysAgo(days));
});
afterAll(() => db.close());

async function fill(productId: string, at: Date): Promise<void> {
  await db.tenant(tenantId, async (tx) => {
    await sql`
      insert into observation_history (tenant_id, observed_at, product_id, aspect, sku, facts)
      values (${tenantId}, ${at}, ${productId}, 'catalog', '', '{}')`.execute(tx);
    await sql`
      insert into rank_days (tenant_id, product_id, day, ranks)
      values (${tenantId}, ${productId}, ${at}::timestamptz::date, array_fill(7, array[24]))`.execute(tx);
    await sql`
      insert into page_credits (tenant_id, day, purpose, used)
      values (${tenantId}, ${at}::timestamptz::date, 'products', 1)`.execute(tx);
    await sql`
      with flipped as (
        insert into flips (tenant_id, at, item_id, revision, product_id, type, from_status, to_status, colour, evidence)
        values (${tenantId}, ${at}, 'price-1', 1, ${productId}, 'price', 0, 2, 'RED', '[]')
        returning flip_id
      )
      insert into deliveries (tenant_id, flip_at, flip_id, email_address_id, channel, state, next_attempt_at)
      select ${tenantId}, ${at}, f.flip_id, 1, 'mail', 'sent', ${at} from flipped f
      returning 1`.execute(tx);
  });
}

/** The ages of the remaining rows of a table, in days. */
async function ages(table: string, column: string): Promise<number[]> {
  const { rows } = await sql<{ age: number }>`
    select ${now}::timestamptz::date - ${sql.ref(column)}::date as age
      from ${sql.table(table)}
     order by 1`.execute(db.global);
  return rows.map(({ age }) => age);
}

test('history and ranks are kept for 120 days, flips and deliveries for 400, credits for 40, and series are deleted by whole months', async () => {
  await forgetOldRows({ db, clock: testClock(now), log });

  // The row that is 121 days old is from the middle of February, a month whose last days are within the 120 days.
  expect(await ages('observation_history', 'observed_at')).toEqual([1, 119, 121]);
  expect(await ages('rank_days', 'day')).toEqual([1, 119, 121]);
  expect(await ages('flips', 'at')).toEqual([1, 119, 121, 170, 399, 401]);
  expect(await ages('deliveries', 'flip_at')).toEqual([1, 119, 121, 170, 399, 401]);
  expect(await ages('page_credits', 'day')).toEqual([1]);
});

test('log-ins and questions of assistants are kept for 90 days, and changes for three years', async () => {
  for (const days of [89, 91, 1_097]) {
    await db.tenant(tenantId, (tx) =>
      recordAudit(
        tx,
        (['question', 'log-in', undefined] as const).map((kind) => {
          const action = kind ?? 'change';
          return { tenantId, at: daysAgo(days), actor: 'ann@acme.example', action, subject: '', ...(kind && { kind }) };
        }),
      ),
    );
  }

  await forgetOldRows({ db, clock: testClock(now), log });

  const { rows } = await sql<{ action: string; age: number }>`
    select a.action, ${now}::timestamptz::date - a.at::date as age
      from audit_events a
     order by 2, 1`.execute(db.global);
  expect(rows).toEqual([
    { action: 'change', age: 89 },
    { action: 'log-in', age: 89 },
    { action: 'question', age: 89 },
    { action: 'change', age: 91 },
  ]);
});

test('events of the payment provider are kept for 40 days, and longer until they are handled', async () => {
  const dueAts = [null, null, now];
  for (const [no, days] of [39, 41, 90].entries()) {
    await sql`
      insert into payment_events (event_id, type, object_id, created_at, received_at, due_at)
      values (${`evt_${no}`}, 'invoice.paid', 'in_1', ${daysAgo(days)}, ${daysAgo(days)}, ${dueAts[no]})`.execute(
      db.global,
    );
  }

  await forgetOldRows({ db, clock: testClock(now), log });

  expect(await ages('payment_events', 'received_at')).toEqual([39, 90]);
});

test('a message that waits and an incident that waits for a second look are kept longer than others', async () => {
  const old = daysAgo(401);
  await sql`
    insert into messages (tenant_id, message_id, transport, purpose, recipient, state, created_at, due_at)
    select ${tenantId}, 'old ' || s.state, 'mail', 'account', 'ann@acme.example', s.state, ${old}, ${old}
      from unnest(array['waiting', 'claimed', 'sent', 'failed', 'given up']) as s (state)
    returning 1`.execute(db.global);
  await sql`
    insert into incidents (
      tenant_id, seller_account_id, type, cause, is_end, state, members, opened_at, last_member_at
    )
    select ${tenantId}, 1, 'price', s.state, false, s.state, 2, ${old}, ${old}
      from unnest(array['open', 'waiting', 'told', 'ended']) as s (state)
    returning 1`.execute(db.global);

  await forgetOldRows({ db, clock: testClock(now), log });

  const { rows } = await sql<{ state: string }>`
    select m.state from messages m union all select n.state from incidents n order by 1`.execute(db.global);
  expect(rows.map(({ state }) => state)).toEqual(['claimed', 'waiting', 'waiting']);
});

test('every table has a retention or a reason to have none, and the documents name it', async () => {
  const tables = await withClient(database.superuserUrl, listTables);
  const named = [...rules.flatMap((rule) => rule.tables), ...Object.keys(series), ...Object.keys(unlimited)];

  expect([...new Set(named)].toSorted()).toEqual(tables.toSorted());
  expect(named.filter((name) => Object.hasOwn(unlimited, name) && named.indexOf(name) !== named.lastIndexOf(name))).toEqual([]); // prettier-ignore
});

test('rows without a month of their own are deleted too, and nobody is kept by a bucket, a period or a note', async () => {
  await sql`
    insert into flips (tenant_id, at, item_id, revision, product_id, type, from_status, to_status, colour, evidence)
    select ${tenantId}, at, 'price-2', 1, 1, 'price', 0, 2, 'RED', '[]'
      from unnest(${[daysAgo(3_000), daysAgo(2)]}::timestamptz[]) as d (at)
    returning 1`.execute(db.global);
  for (const days of [700, 740]) {
    await sql`
      insert into ended_tracking (tenant_id, product_id, tracked_from, tracked_to, seller_name, marketplace, asin)
      values (${tenantId}, ${days}, ${daysAgo(days + 1)}, ${daysAgo(days)}, 'Shop', 'US', 'B0GONE0001')`.execute(
      db.global,
    );
  }
  for (const days of [29, 31]) {
    await sql`
      insert into quota_buckets (selling_partner_id, region, operation, tokens, rate, burst, refilled_at)
      values (${`A${days}`}, 'NA', 'searchOrders', 1, 1, 1, ${daysAgo(days)})`.execute(db.global);
  }

  await forgetOldRows({ db, clock: testClock(now), log });

  expect(await ages('flips', 'at')).not.toContain(3_000);
  expect(await ages('flips', 'at')).toContain(2);
  expect(await ages('ended_tracking', 'tracked_to')).toEqual([700]);
  expect(await ages('quota_buckets', 'refilled_at')).toEqual([29]);
});

test('an old month that is being read stays, and is dropped an hour later', async () => {
  const march = new Date('2026-04-01T00:00:00Z');
  await db.tenant(tenantId, async (tx) => {
    await sql`select 1 from rank_days`.execute(tx);

    expect(await dropMonths(db.global, 'rank_days', march)).toEqual([]);
  });

  expect(await dropMonths(db.global, 'rank_days', march)).toEqual(['rank_days_2026_02', 'rank_days_2026_03']);
});

test('a table without monthly partitions cannot be dropped', async () => {
  expect(await dropMonths(db.global, 'products', now)).toEqual([]);
  expect(await ages('products', 'created_at')).toHaveLength(1);
});

test('only the worker may drop or create partitions', async () => {
  const api = openTestDb(database.apiUrl);

  await expect(dropMonths(api.global, 'rank_days', now)).rejects.toThrow(/permission denied/);
  await expect(makeMonths(api.global, now)).rejects.toThrow(/permission denied/);

  await api.close();
});

test('a worker that runs for years creates each month before it begins', async () => {
  const years = [1, 2, 3].map((count) => new Date(Date.UTC(2026 + count, 5, 15)));
  for (const then of years) await forgetOldRows({ db, clock: testClock(then), log });

  const { rows } = await sql<{ series: string; last: string }>`
    select i.inhparent::regclass::text as series, max(right(c.relname, 7)) as last
      from pg_inherits i
      join pg_class c on c.oid = i.inhrelid
     where c.relkind = 'r' and c.relname ~ '_[0-9]{4}_[0-9]{2}$'
     group by 1
     order by 1`.execute(db.global);
  expect(rows.length).toBeGreaterThanOrEqual(5);
  expect(new Set(rows.map(({ last }) => last))).toEqual(new Set(['2029_10']));
  expect(await makeMonths(db.global, new Date(Date.UTC(2029, 5, 15)))).toEqual([]);
});

const rename = (from: string, to: string) =>
  withClient(database.ownerUrl, (client) => client.query(`alter table ${from} rename to ${to}`));

test('a table whose old rows cannot be deleted does not keep those of the others, nor the coming months away', async () => {
  const later = new Date('2030-01-15T12:00:00Z');
  await sql`
    insert into quota_buckets (selling_partner_id, region, operation, tokens, rate, burst, refilled_at)
    values ('AIDLE', 'NA', 'searchOrders', 1, 1, 1, ${daysAgo(31)})`.execute(db.global);
  await rename('sessions', 'sessions_away');
  onTestFinished(async () => void (await rename('sessions_away', 'sessions')));

  await expect(forgetOldRows({ db, clock: testClock(later), log })).rejects.toThrow(/sessions/);

  expect(await ages('quota_buckets', 'refilled_at')).toEqual([]);
  expect(await makeMonths(db.global, later)).toEqual([]);
});

test('each table whose old rows cannot be deleted is told to operators', async () => {
  const later = new Date('2030-01-15T12:00:00Z');
  const logged: { readonly err: { readonly message: string } }[] = [];
  const noting = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  for (const table of ['sessions', 'quota_buckets']) {
    await rename(table, `${table}_away`);
    onTestFinished(async () => void (await rename(`${table}_away`, table)));
  }

  const thrown = await forgetOldRows({ db, clock: testClock(later), log: noting }).catch(String);

  const told = [thrown, ...logged.map(({ err }) => err.message)].join('\n');
  expect(told).toContain('"sessions"');
  expect(told).toContain('"quota_buckets"');
});
