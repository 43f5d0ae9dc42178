import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { buildProduct, buildTenant, catalogFacts, openTestDb, type BuiltTenant } from '../../../test/factories.ts';
import { testClock } from '../../../test/clock.ts';
import type { Db } from '../../lib/db/db.ts';
import { createJudging } from './ingest.ts';

const database = testDatabase();
const clock = testClock(new Date('2026-11-20T08:00:00Z'));
const minuteMs = 60_000;
let db: Db;
let tenant: BuiltTenant;
let productId: string;

beforeEach(async () => {
  db ??= openTestDb(database.workerUrl);
  tenant = await buildTenant(db);
  productId = await buildProduct(db, { tenant, judging: judging() });
});

afterAll(() => db.close());

const judging = () => createJudging({ db, clock });

function look(attributes: Readonly<Record<string, string>>) {
  clock.advance(minuteMs);
  const facts = catalogFacts({ attributes });
  return judging().ingest(tenant.tenantId, [{ productId, aspect: 'catalog', sku: '', facts, observedAt: clock.now() }]);
}

const details = async () => {
  const { rows } = await db.tenant(tenant.tenantId, (tx) =>
    sql<{ status: number; message: string | null; to: string | null }>`
      select i.status, i.message, i.to_text as "to"
        from items i
       where i.tenant_id = ${tenant.tenantId}
         and i.item_id = ${`productDetailsRecentChange-${productId}`}`.execute(tx),
  );
  return rows[0];
};

test('a long text is remembered by its beginning, also where that would end within a character', async () => {
  await look({ bullet_point: 'Plain' });
  await look({ bullet_point: `${'x'.repeat(147)}😀${'y'.repeat(100)}` });

  expect(await details()).toEqual({ status: 2, message: 'Bullet point changed', to: expect.stringMatching(/^x+…$/) });
});

test('what the database cannot hold is left out of a text, and the rest is judged', async () => {
  await look({ bullet_point: 'Plain', 'co\0lor': 'Red' });
  await look({ bullet_point: 'Zero\0 and half \ud83d', 'co\0lor': 'Red' });

  expect(await details()).toEqual({ status: 2, message: 'Bullet point changed', to: 'Zero and half \ufffd' });
});
