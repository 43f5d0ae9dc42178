import { expect, test } from 'vitest';
import { createAccessToken } from '@app/shared/contract/access-tokens.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { populate } from '../../../testing/database/populate.ts';
import { ownersPassword, testApi } from '../../../testing/http/api.ts';
import { askTool } from '../../../testing/mcp/ask-tool.ts';

const api = testApi();

test('a timeline says so if earlier gaps are left out', async () => {
  const owner = await api.owner();
  const { tenantId } = owner;
  const { productId } = await withClient(api.database.superuserUrl, async (client) => {
    const data = await populate(client, { tenantId, marker: 'MARKERA' });
    await client.query('delete from tracking_periods where tenant_id = $1', [tenantId]);
    await client.query(
      `insert into tracking_periods (tenant_id, product_id, tracked_from, tracked_to)
       values ($1, $2, '2026-05-01Z', '2026-05-10Z'), ($1, $2, '2026-05-20Z', null)`,
      [tenantId, data.productId],
    );
    return data;
  });
  await owner.call(provePassword, { body: { password: ownersPassword } });
  const wish = { name: 'Assistant', scopes: ['catalogue:read' as const] };
  const { token } = await owner.call(createAccessToken, { body: wish });
  const ask = async (limit: number) =>
    (await askTool(api.app, { name: 'product_timeline', args: { productId, lookbackDays: 60, limit } }, token)).answer;

  const whole = await ask(50);
  const cut = await ask(1);

  const gaps = whole['gaps'] as readonly unknown[];
  expect(gaps).toContainEqual({ from: '2026-05-10T00:00:00.000Z', to: '2026-05-20T00:00:00.000Z' });
  expect(gaps.length).toBeGreaterThan(1);
  expect(whole['areGapsComplete']).toBe(true);
  expect([cut['gaps'], cut['areGapsComplete']]).toEqual([gaps.slice(-1), false]);
});
