import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../../../testing/database/database.ts';
import { buildTenant, openTestDb } from '../../../../testing/database/factories.ts';
import type { Db } from '../../../lib/db/db.ts';
import { ofLabelStock } from './label-stock.ts';

const database = testDatabase();
const at = new Date('2026-06-15T12:00:00Z');
let db: Db;

beforeAll(() => void (db = openTestDb(database.workerUrl)));
afterAll(() => db.close());

/**
 * Returns the consequence of a message about one label of the SKU SK-1. `known` are the stored stock facts, of that SKU
 * or of another SKU of the same product.
 */
async function meant(known: object, sku = 'SK-1'): Promise<string> {
  const { tenantId, sellerAccountId } = await buildTenant(db);
  const { rows } = await db.tenant(tenantId, (tx) =>
    sql<{ productId: string }>`
      insert into products (tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at)
      values (${tenantId}, ${sellerAccountId}, 'US', 'B01', 'Kettle', true, true, 1, ${at})
      returning product_id as "productId"`.execute(tx),
  );
  const productId = rows[0]?.productId ?? '';
  const listing = { productId, asin: 'B01', sku: 'SK-1', marketplace: 'US', isTracked: true, isActive: true };
  const facts = { fulfillable: 0, inbound: 0, reserved: 0, total: 0 };
  const told = { productId, aspect: 'stock', sku: 'SK-1', facts, observedAt: at } as const;
  const consequence = await db.tenant(tenantId, async (tx) => {
    await sql`
      insert into observations (tenant_id, product_id, aspect, sku, facts, hash, observed_at)
      values (${tenantId}, ${productId}, 'stock', ${sku}, ${JSON.stringify({ ...facts, ...known })}, 'h', ${at})`.execute(
      tx,
    );
    return ofLabelStock(tx, tenantId, { observations: [told], listings: [listing] });
  });
  return consequence.outcome;
}

test('the units of the only label are those of its SKU, and a SKU with several labels is asked for', async () => {
  expect(await meant({ fulfillable: 41 })).toBe('observed');
  expect(await meant({ fulfillable: 41, labels: 2 })).toBe('reread');
  expect(await meant({ fulfillable: 41, labels: 2 }, 'ANOTHER')).toBe('observed');
});
