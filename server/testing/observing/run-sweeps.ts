import { sql, type RawBuilder } from 'kysely';
import { runDue } from '../../src/features/observing/sweeping/running/run-due.ts';
import { findDueSweeps, type SweepKey } from '../../src/features/observing/sweeping/sweep-queries.ts';
import type { ObservingContext } from '../../src/features/observing/worker-context.ts';

interface SweptWorld {
  readonly ctx: ObservingContext;
  rows<Row>(query: RawBuilder<Row>): Promise<Row[]>;
}

/**
 * Runs each sweep once, and again only if something made it due earlier: on a busy machine the first sweeps are due
 * again before the last are finished, and the loop would not end.
 */
export async function runAllDue(
  { ctx, rows }: SweptWorld,
  only: (key: SweepKey) => boolean = () => true,
): Promise<readonly SweepKey[]> {
  const done: SweepKey[] = [];
  const completed = new Map<string, number>();
  const { signal } = new AbortController();
  for (let turn = 0; turn < 200; turn += 1) {
    const found = (await findDueSweeps(ctx.db.global, ctx.clock.now(), { most: 100 })).filter(only);
    const states = await Promise.all(found.map((key) => stateOf(rows, key)));
    const due = found.filter((key, index) => completed.get(nameOf(key)) !== states[index]?.dueAt.getTime());
    if (due.length === 0) return done;
    for (const key of due) {
      const since = ctx.clock.now();
      await runDue(ctx, key, signal);
      done.push(key);
      const { dueAt, finishedAt } = await stateOf(rows, key);
      if (finishedAt === null || finishedAt < since) continue;
      // Discovery may have found products that no sweep has asked about.
      if (key.source === 'discovery') completed.clear();
      completed.set(nameOf(key), dueAt.getTime());
    }
  }
  throw new Error('There is always more to do');
}

const nameOf = ({ tenantId, sellerAccountId, marketplace, source }: SweepKey): string =>
  [tenantId, sellerAccountId, marketplace, source].join('/');

async function stateOf(
  rows: SweptWorld['rows'],
  { tenantId, sellerAccountId, marketplace, source }: SweepKey,
): Promise<{ dueAt: Date; finishedAt: Date | null }> {
  const [row] = await rows(sql<{ dueAt: Date; finishedAt: Date | null }>`
    select due_at as "dueAt", finished_at as "finishedAt"
      from sweeps
     where tenant_id = ${tenantId} and seller_account_id = ${sellerAccountId}
       and marketplace = ${marketplace} and source = ${source}`);
  return row ?? { dueAt: new Date(0), finishedAt: null };
}
