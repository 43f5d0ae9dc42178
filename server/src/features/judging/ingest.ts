import type { Context } from '../../context.ts';
import { KnownFacts } from '../observing/recording/known-facts.ts';
import { findNews } from '../observing/recording/record.ts';
import { writeNews } from '../observing/recording/record-queries.ts';
import { leaveOutOvertaken } from '../observing/recording/overtaken-queries.ts';
import type { IngestResult, JudgingFunctions, Observation } from '../observing/recording/observation.ts';
import { makeDue } from './due-queries.ts';
import { judgeMovedBrands } from './settings/default-queries.ts';
import { listEvaluations } from './evaluations.ts';
import { judge } from './judge/judge.ts';
import { startWatching } from './start-watching.ts';

type IngestContext = Pick<Context, 'db' | 'clock'>;

/**
 * Records observations, judges the changed facts and writes flips in one transaction. After a kill at any instant
 * either everything is stored or nothing, and the next observation repeats what was lost.
 */
export function createJudging(ctx: IngestContext, { speedup = 1 } = {}): JudgingFunctions {
  const known = new KnownFacts();
  return {
    ingest: (tenantId, observations) => ingest(ctx, tenantId, { observations, known, speedup }),
    startWatching: (tx, start) => startWatching(tx, { ...start, at: ctx.clock.now() }),
    judgeAgain: makeDue,
  };
}

async function ingest(
  ctx: IngestContext,
  tenantId: string,
  looked: { readonly observations: readonly Observation[]; readonly known: KnownFacts; readonly speedup: number },
): Promise<IngestResult> {
  const { observations } = looked;
  if (observations.length === 0) return { changed: [], flips: 0 };
  const { news, awaiting } = await findNews(ctx.db.global, tenantId, looked);
  if (news.length === 0 && awaiting.length === 0) return { changed: [], flips: 0 };
  return ctx.db.tenant(tenantId, async (tx) => {
    const now = ctx.clock.now();
    const written = await leaveOutOvertaken(tx, tenantId, news);
    const changed = written.length === 0 ? [] : await writeNews(tx, tenantId, { news: written, now });
    const evaluations = listEvaluations({ observations, news, changed, awaiting });
    if (evaluations.length === 0 && changed.length === 0) return { changed, flips: 0 };
    const catalogued = changed.filter(({ aspect }) => aspect === 'catalog').map(({ productId }) => productId);
    // This statement reads the brand that the product had, which judging replaces. The statements of judging are sent
    // together with it and run after it.
    const moving = catalogued.length > 0 ? judgeMovedBrands(tx, tenantId, { productIds: catalogued, at: now }) : null;
    const judging = judge(tx, {
      tenantId,
      evaluations,
      displayProductIds: [...new Set(changed.map((change) => change.productId))],
      at: now,
      speedup: looked.speedup,
    });
    const [flips] = await Promise.all([judging, moving]);
    return { changed, flips };
  });
}
