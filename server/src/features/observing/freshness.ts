import { minuteMs } from '@app/shared/base/time.ts';
import type { Tx } from '../../lib/db/db.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { checkMinutes } from './sweeping/due/pace.ts';
import { findSource } from './sources/registry.ts';
import type { Source } from './sources/source.ts';
import { readProgress } from './sweeping/running/progress.ts';
import { listSeenSweeps, type SeenSweep, type Viewer } from './sweep-time-queries.ts';

export interface SourceFreshness {
  readonly sellerId: string;
  readonly marketplace: string;
  readonly source: string;
  readonly aspects: string[];
  readonly lastCheckedAt: string | null;
  /** The minutes between two checks. Quota or push may make them longer than the wanted check frequency. */
  readonly everyMinutes: number;
  readonly late: boolean;
}

/** A check is late after this many of its intervals, plus one minute for a slow answer. */
const patience = 2;
const failuresUntilLate = 3;

/**
 * Lists when each source last finished a pass. A source that has not finished one has no time and is not late at first.
 */
export async function listFreshness(tx: Tx, actor: Viewer, now: Date): Promise<SourceFreshness[]> {
  const rows = await listSeenSweeps(tx, actor);
  return rows.flatMap((row) => {
    const source = findSource(row.source);
    // A source without aspects, or one that only reads new targets, says nothing about how fresh known facts are.
    return source && source.aspects.length > 0 ? [freshnessOf(row, source, now)] : [];
  });
}

function freshnessOf(row: SeenSweep, source: Source, now: Date): SourceFreshness {
  const everyMs = readProgress(row.progress).everyMs || checkMinutes(source) * minuteMs;
  const checkedAt = latest(row.confirmedAt, row.confirmedAt && row.lastEventAt);
  const ageMs = checkedAt === null ? 0 : now.getTime() - checkedAt.getTime();
  // A source that no watchdog needs may fail forever because the seller's authorisation does not cover it: it is not
  // late.
  const isStuck = checkedAt === null && row.failures >= failuresUntilLate && isNeeded(source);
  return {
    sellerId: row.sellerId,
    marketplace: row.marketplace,
    source: row.source,
    aspects: [...source.aspects],
    lastCheckedAt: checkedAt?.toISOString() ?? null,
    everyMinutes: everyMs / minuteMs,
    late: ageMs > patience * everyMs + minuteMs || isStuck,
  };
}

/** True if a kind cannot judge without the aspects of the source. Aspects that kinds only consult may stay unknown. */
const isNeeded = ({ aspects }: Pick<Source, 'aspects'>): boolean =>
  aspects.length === 0 || watchdogs.some(({ reads }) => reads.some((aspect) => aspects.includes(aspect)));

const latest = (a: Date | null, b: Date | null): Date | null => (a && b ? (a > b ? a : b) : (a ?? b));
