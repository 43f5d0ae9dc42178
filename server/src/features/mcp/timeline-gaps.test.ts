import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { withClient } from '../../../../scripts/postgres/database.ts';
import { testApi } from '../../../testing/http/api.ts';
import { buildPopulatedOwner, newToken } from '../../../testing/http/populated-owner.ts';
import { askTool } from '../../../testing/mcp/ask-tool.ts';

const api = testApi();

const timelinePage = z.object({
  changes: z.array(z.unknown()),
  gaps: z.array(z.object({ from: z.string(), to: z.string() })),
  nextCursor: z.nullable(z.string()),
});

test('the pages of a timeline have each of its changes and gaps once', async () => {
  const owner = await buildPopulatedOwner(api);
  const { tenantId, productId } = owner;
  await withClient(api.database.superuserUrl, async (client) => {
    await client.query('delete from tracking_periods where tenant_id = $1', [tenantId]);
    await client.query(
      `insert into tracking_periods (tenant_id, product_id, tracked_from, tracked_to)
       values ($1, $2, '2026-05-01Z', '2026-05-10Z'), ($1, $2, '2026-05-20Z', null)`,
      [tenantId, productId],
    );
  });
  const token = await newToken(owner, ['catalogue:read']);
  const ask = async (page: { readonly limit: number; readonly cursor?: string }) => {
    const args = { productId, lookbackDays: 60, ...page };
    return timelinePage.parse((await askTool(api.app, { name: 'product_timeline', args }, token)).answer);
  };

  const whole = await ask({ limit: 50 });
  const pages = [await ask({ limit: 1 })];
  for (let last = pages[0]; last?.nextCursor; last = pages.at(-1)) {
    pages.push(await ask({ limit: 1, cursor: last.nextCursor }));
  }

  expect(whole.gaps).toContainEqual({ from: '2026-05-10T00:00:00.000Z', to: '2026-05-20T00:00:00.000Z' });
  expect(whole.gaps.length).toBeGreaterThan(1);
  expect(whole.changes.length).toBeGreaterThan(0);
  expect(pages.map(({ gaps, changes }) => gaps.length + changes.length)).toEqual(pages.map(() => 1));
  expect(pages.flatMap(({ gaps }) => gaps)).toEqual(whole.gaps);
  expect(pages.flatMap(({ changes }) => changes)).toEqual(whole.changes);
});
