import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { listAlerts } from '@app/shared/contract/public-api/alerts.ts';
import { testApi } from '../../../../testing/http/api.ts';
import { buildPopulatedOwner, newToken, type PopulatedOwner } from '../../../../testing/http/populated-owner.ts';

const api = testApi();
let owner: PopulatedOwner;
let token: string;

beforeAll(async () => {
  owner = await buildPopulatedOwner(api);
  token = await newToken(owner, ['catalogue:read']);
});

test('the money that a problem puts at risk a day is an amount in whole hundredths of the currency', async () => {
  await api.worker.tenant(owner.tenantId, async (tx) => {
    await sql`
      update products
         set price_cents = 2499,
             currency = 'USD'
       where tenant_id = ${owner.tenantId}
         and product_id = ${owner.productId}`.execute(tx);
    await sql`
      insert into items (tenant_id, item_id, product_id, type, status, revision, figures, changed_at, version)
      values (${owner.tenantId}, 'drop', ${owner.productId}, 'salesDrop', 2, 1,
              '{"expected": 30, "spread": 10, "sold": 3, "days": 8}', '2026-06-15 14:00Z', 1)`.execute(tx);
    await sql`
      insert into flips (tenant_id, at, item_id, revision, product_id, type, from_status, to_status, colour, evidence)
      values (
        ${owner.tenantId}, '2026-06-15 14:00Z', 'drop', 1, ${owner.productId}, 'salesDrop', 0, 2, 'RED', '[]'
      )`.execute(tx);
  });

  const answer = await api.app.inject({
    url: `${listAlerts.path}?state=open`,
    headers: { authorization: `Bearer ${token}` },
  });

  const drop = listAlerts.response.parse(answer.json()).data.find(({ watchdog }) => watchdog === 'salesDrop');
  // Between 17 and 37 units in eight days, at $24.99.
  expect(drop?.moneyAtRisk).toEqual({ low: 5310, high: 11_558, unit: 'cents a day', currency: 'USD' });
});
