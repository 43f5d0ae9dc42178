import { dayMs, minuteMs, secondMs } from '@app/shared/base/time.ts';
import { transports } from '@app/shared/transports/registry.ts';
import type { Context } from '../../../context.ts';
import { answerKinds, type AnswerCounts } from '../../../external/marketplace/calls/answer-counts.ts';
import type { Figure, FigureGroup, Sample } from '../../../http/health.ts';
import type { PoolLoad } from '../../../lib/db/pool.ts';
import { jobs } from '../../observing/jobs.ts';
import { alarmLastsMs } from '../../sellers/standing/alarms.ts';
import { missingAfterMs } from '../processes/report-process.ts';
import { readProductFigures, readQueueAges, type ProductSample } from './figure-queries.ts';
import { productFigures } from './product-figures.ts';

/** Scrapes and open pages of operators share a reading that is younger than this. */
const readEveryMs = 15 * secondMs;
/** A sweep that has been due for less waits for its turn or for quota, as planned. */
const lateAfterMs = 10 * minuteMs;
/** Late sweeps are counted up to this number; the exact number of more of them is of no use. */
const mostLate = 20_000;

type ReadingContext = Pick<Context, 'db' | 'clock'>;

interface Reading {
  readonly at: Date;
  readonly samples: readonly ProductSample[];
}

/** Returns a function that reads the figures of the product, at most every fifteen seconds. */
export function createReader(ctx: ReadingContext): () => Promise<Reading> {
  let last: { readonly startedAt: number; readonly reading: Promise<Reading> } | null = null;
  return () => {
    const startedAt = ctx.clock.now().getTime();
    if (last && startedAt - last.startedAt < readEveryMs) return last.reading;
    const reading = readFigures(ctx);
    last = { startedAt, reading };
    // A failed reading is not kept.
    reading.catch(() => (last = null));
    return reading;
  };
}

async function readFigures({ db, clock }: ReadingContext): Promise<Reading> {
  const now = clock.now();
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  const limits = {
    now,
    lateSince: before(lateAfterMs),
    seenSince: before(missingAfterMs),
    failedSince: before(dayMs),
    alarmedSince: before(alarmLastsMs),
    mostLate,
    transports: transports.map(({ id }) => id),
  };
  const samples = await db.acrossTenants((all) => readProductFigures(all, limits));
  const ages = await readQueueAges(db.global, { now, queues: jobs.map(({ name }) => name) });
  return { at: now, samples: [...samples, ...ages] };
}

/** The figures of the product for Prometheus. */
export const productFigureGroup = (read: () => Promise<Reading>): FigureGroup => ({
  figures: productFigures,
  read: async () => (await read()).samples,
});

interface ProcessCounts {
  readonly measurePool: () => PoolLoad;
  readonly countLeftOut?: () => number;
  readonly answers?: AnswerCounts;
  readonly loops?: ReadonlyMap<string, number>;
}

export const processFigures = [
  { name: 'watchpost_pool_waiters', help: 'Uses of the database that wait for a free connection of this process' },
  {
    name: 'watchpost_pool_wait_seconds',
    help: 'The longest wait for a connection in the last half to whole minute',
  },
  { name: 'watchpost_tenants_left_out', help: 'Tenants that wait because their data node of the cluster is away' },
  { name: 'watchpost_loops_failing', help: 'Loops of this process whose last turn has failed' },
  {
    name: 'watchpost_marketplace_answers_total',
    help: 'Answers of the marketplace to this process',
    labels: ['answer'],
    isCounter: true,
  },
] as const satisfies readonly Figure[];

/** The figures of one process. */
export const processFigureGroup = ({ measurePool, countLeftOut, answers, loops }: ProcessCounts): FigureGroup => ({
  figures: processFigures,
  read: async () => {
    const { waiters, longestWaitMs } = measurePool();
    return [
      { name: 'watchpost_pool_waiters', value: waiters },
      { name: 'watchpost_pool_wait_seconds', value: longestWaitMs / secondMs },
      { name: 'watchpost_tenants_left_out', value: countLeftOut?.() ?? 0 },
      { name: 'watchpost_loops_failing', value: loops?.size ?? 0 },
      ...answerSamples(answers),
    ];
  },
});

function answerSamples(answers: AnswerCounts | undefined): readonly Sample[] {
  const total = answers?.total();
  if (!total) return [];
  return answerKinds.map((answer) => ({
    name: 'watchpost_marketplace_answers_total',
    labels: { answer },
    value: total[answer],
  }));
}
