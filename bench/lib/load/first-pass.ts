import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { secondMs } from '@app/shared/base/time.ts';
import { sources } from '../../../server/src/features/observing/sources/registry.ts';
import { spreadSweeps } from './spread-sweeps.ts';

/** Sources that request facts about each product and need only the marketplace. */
const productSources = sources
  .filter((source) => source.kind === 'batches' && !source.needsPages)
  .map(({ name }) => name);

/**
 * Makes every product source sweep once, so that the worker remembers of each product what it would after days of work,
 * and then spreads the sweeps again. Returns the seconds that this took.
 */
export async function passOnce(client: Client): Promise<number> {
  const begun = performance.now();
  const { rows } = await client.query<{ startedAt: string }>(
    `update sweeps s
        set due_at = now()
      where s.source = any ($1)
    returning s.due_at::text as "startedAt"`,
    [productSources],
  );
  const startedAt = rows[0]?.startedAt;
  while (rows.length > 0 && (await countWaiting(client, startedAt)) > 0) await delay(secondMs);
  await spreadSweeps(client, productSources);
  return (performance.now() - begun) / secondMs;
}

async function countWaiting(client: Client, startedAt: string | undefined): Promise<number> {
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting
       from sweeps s
      where s.source = any ($1)
        and s.confirmed_at < $2`,
    [productSources, startedAt],
  );
  return rows[0]?.waiting ?? 0;
}
