import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { buildProduct, buildTenant, openTestDb } from '../../testing/database/factories.ts';
import { endMutes } from '../../src/features/judging/due.ts';
import { tellOfExpiringTokens } from '../../src/features/auth/access-tokens/tell-of-expiry.ts';
import { heedBudgets } from '../../src/features/billing/budget/heed-budgets.ts';
import { tellOfExpiringCards } from '../../src/features/billing/mails/tell-ahead.ts';
import { pushDueSheets } from '../../src/features/google-sheets/push-due-sheets.ts';
import { createJudging } from '../../src/features/judging/ingest.ts';
import type { Db } from '../../src/lib/db/db.ts';
import { TenantTurns, type Turns } from '../../src/lib/jobs/tenant-turns.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { withClient } from '../../../scripts/postgres/database.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T05:00:00Z'));
let db: Db;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());

function noting() {
  const failures: { readonly tenantId: string; readonly loop: string }[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void failures.push(JSON.parse(line)) });
  return { log, failures };
}

test('a tenant whose rows cannot be written does not delay the mutes of another tenant', async () => {
  const judging = createJudging({ db, clock });
  const tenantIds: string[] = [];
  for (const name of ['Broken', 'Sound', 'Sound']) {
    const tenant = await buildTenant(db);
    await buildProduct(db, { tenant, judging }, { name });
    tenantIds.push(tenant.tenantId);
  }
  const broken = tenantIds[0] ?? '';
  await sql`update items set muted_until = ${clock.now()}`.execute(db.global);
  await withClient(database.superuserUrl, (client) =>
    client.query(`alter table items add check (tenant_id <> '${broken}' or muted_until is not null) not valid`),
  );
  const { log, failures } = noting();

  await endMutes({ db, clock }, new TenantTurns({ clock, random: systemRandom, log }, 'end mutes'));

  const { rows: muted } = await sql<{ tenantId: string }>`
    select distinct tenant_id as "tenantId" from items where muted_until is not null`.execute(db.global);
  expect(muted).toEqual([{ tenantId: broken }]);
  expect(failures).toMatchObject([{ tenantId: broken, loop: 'end mutes' }]);
});

type FailingChore = (ctx: Parameters<typeof pushDueSheets>[0], turns: Turns) => Promise<boolean>;

/** Work of 200 tenants, which is more than one round takes up, in rows that cannot be changed. */
const workOfMany = `
  with made as (
    insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at)
    select gen_random_uuid(), 'Brightkeel', 'brand', 'epoch', '2026-11-01', '2026-10-01'
      from generate_series(1, 200)
    returning tenant_id
  ),
  people as (
    insert into email_addresses (tenant_id, email, is_primary, is_user, verified_at, created_at)
    select tenant_id, tenant_id || '@example.test', true, true, '2026-10-01', '2026-10-01' from made
    returning tenant_id, email_address_id
  ),
  tokens as (
    insert into access_tokens (tenant_id, email_address_id, token_hash, name, scopes, created_at, expires_at)
    select tenant_id, email_address_id, tenant_id, 'Export', '{catalogue:read}', '2026-10-01', '2026-11-21' from people
    returning tenant_id
  ),
  linked as (
    insert into connections (tenant_id, service, title, label, state, since, next_try_at)
    select tenant_id, 'googleSheets', 'Google Sheets', '', 'connected', '2026-10-01', '2026-11-19' from made
    returning tenant_id
  ),
  subscribed as (
    insert into tenant_subscriptions (tenant_id, period_from, closed_through, billed_through, budget_cents)
    select tenant_id, '2026-11-01', '2026-11-19', '2026-10-31', 1 from made
    returning tenant_id
  ),
  used as (
    insert into usage_days (tenant_id, day, asins, is_trial, regular_mills, discount_percent, mills, closed_at)
    select tenant_id, '2026-11-19', 1, false, 100, 0, 100, '2026-11-20' from made
    returning tenant_id
  )
  insert into payment_methods (tenant_id, method_id, method, status, name, last4, expires, is_current, saved_at)
  select tenant_id, 'pm', 'card', 'usable', 'Visa', '4242', '10/26', true, '2026-10-01' from made
  returning tenant_id`;

beforeAll(() => withClient(database.superuserUrl, (client) => client.query(workOfMany)));

const google = { oauth: {}, sheets: {}, authorizeUrl: '' } as unknown as Parameters<typeof pushDueSheets>[0]['google'];

test.each<[string, string, FailingChore]>([
  ['spreadsheets at Google', 'connections', pushDueSheets],
  ['expiring tokens', 'access_tokens', tellOfExpiringTokens],
  ['expiring cards', 'payment_methods', tellOfExpiringCards],
  ['budgets', 'tenant_subscriptions', heedBudgets],
])('the chore for %s waits before its next round when all turns of a round have failed', async (_, table, chore) => {
  const { log, failures } = noting();
  const ctx = { db, clock, random: systemRandom, log, google, config: { publicUrl: 'http://watchpost.test' } };
  const alter = (change: string) =>
    withClient(database.superuserUrl, (client) => client.query(`alter table ${table} ${change}`));

  await alter('add constraint broken check (false) not valid');
  const hasMore = await chore(ctx as unknown as Parameters<FailingChore>[0], new TenantTurns(ctx, 'a chore'));
  await alter('drop constraint broken');

  expect([failures.length > 0, hasMore]).toEqual([true, false]);
});
