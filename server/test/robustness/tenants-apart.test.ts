import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClock } from '../../testing/clock.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { buildProduct, buildTenant, openTestDb } from '../../testing/database/factories.ts';
import { endMutes } from '../../src/features/judging/due.ts';
import { createJudging } from '../../src/features/judging/ingest.ts';
import type { Db } from '../../src/lib/db/db.ts';
import { TenantTurns } from '../../src/lib/jobs/tenant-turns.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { withClient } from '../../../scripts/postgres/database.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T05:00:00Z'));
let db: Db;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());

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
  const failures: { readonly tenantId: string; readonly loop: string }[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void failures.push(JSON.parse(line)) });

  await endMutes({ db, clock }, new TenantTurns({ clock, random: systemRandom, log }, 'end mutes'));

  const { rows: muted } = await sql<{ tenantId: string }>`
    select distinct tenant_id as "tenantId" from items where muted_until is not null`.execute(db.global);
  expect(muted).toEqual([{ tenantId: broken }]);
  expect(failures).toMatchObject([{ tenantId: broken, loop: 'end mutes' }]);
});
