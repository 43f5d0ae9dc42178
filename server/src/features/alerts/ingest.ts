import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import type { Context } from '../../context.ts';
import { findNews, writeNews } from '../observing/record.ts';
import type { IngestResult, Judging, Observation } from '../observing/observation.ts';
import { judge, type Pair } from './judge.ts';
import { makeDue } from './due-queries.ts';
import { insertInitializing } from './judge-queries.ts';

type IngestContext = Pick<Context, 'db' | 'clock'>;

interface Hooks {
  /** Called after the commit: somebody has something to deliver now. */
  onFlips?(): void;
}

/**
 * Observation to flip in one transaction: killed at any instant, either all of it stands or none, and the next look
 * does it again.
 */
export function createJudging(ctx: IngestContext, { onFlips }: Hooks = {}): Judging {
  return {
    async ingest(tenantId, observations) {
      const result = await ingest(ctx, tenantId, observations);
      if (result.flips > 0) onFlips?.();
      return result;
    },
    startWatching: (tx, start) =>
      insertInitializing(tx, { ...start, types: watchdogs.map((watchdog) => watchdog.type) }),
    judgeAgain: makeDue,
  };
}

async function ingest(
  ctx: IngestContext,
  tenantId: string,
  observations: readonly Observation[],
): Promise<IngestResult> {
  if (observations.length === 0) return { changed: [], flips: 0 };
  const news = await findNews(ctx.db.global, tenantId, observations);
  if (news.length === 0) return { changed: [], flips: 0 };
  return ctx.db.tenant(tenantId, async (tx) => {
    const changed = await writeNews(tx, tenantId, news);
    if (changed.length === 0) return { changed, flips: 0 };
    const flips = await judge(tx, {
      tenantId,
      pairs: pairsOf(changed),
      displayProductIds: [...new Set(changed.map((change) => change.productId))],
      at: ctx.clock.now(),
    });
    return { changed, flips };
  });
}

/** Every watchdog that reads or consults a changed aspect looks at the product again. */
function pairsOf(changed: IngestResult['changed']): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { productId, aspect } of changed) {
    for (const { type, reads, consults } of watchdogs) {
      if (reads.includes(aspect) || consults.includes(aspect)) pairs.set(`${productId} ${type}`, { productId, type });
    }
  }
  return [...pairs.values()];
}
