import { minuteMs } from '@app/shared/base/time.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import type { Random } from '../../../lib/random.ts';
import type { Source } from '../sources/source.ts';

/** What no kind reads still shows on the card. */
const displayOnlyMinutes = 60;
/** While push is proven alive the sweep of its aspect is reconciliation: it finds messages that were lost one by one. */
const reconciliationMinutes = 720;
/** Push has proven itself alive when something came within this time. */
const proofMinutes = 240;

export const silentAfterMs = (speedup: number): number => (proofMinutes * minuteMs) / speedup;

type Paced = Pick<Source, 'aspects' | 'everyMinutes' | 'reconcileMinutes'>;

/** The shortest check frequency of the kinds that read what the source tells. */
export function checkMinutes({ aspects, everyMinutes }: Paced): number {
  if (everyMinutes !== undefined) return everyMinutes;
  const readers = watchdogs.filter(({ reads }) => reads.some((aspect) => aspects.includes(aspect)));
  return readers.length === 0 ? displayOnlyMinutes : Math.min(...readers.map((watchdog) => watchdog.everyMinutes));
}

interface Push {
  readonly lastEventAt: Date | null;
  readonly now: Date;
  readonly speedup: number;
}

export const isPushAlive = ({ lastEventAt, now, speedup }: Push): boolean =>
  lastEventAt !== null && now.getTime() - lastEventAt.getTime() < silentAfterMs(speedup);

interface Pass {
  readonly source: Paced;
  readonly speedup: number;
  readonly isPushAlive: boolean;
  /** Changes that this pass found though push was meant to announce them. */
  readonly missed: number;
}

/** How long after the start of a pass the next one is due. */
export function paceMs(pass: Pass): number {
  const fullMinutes = checkMinutes(pass.source);
  const isReconciliation = pass.isPushAlive && pass.missed === 0;
  const rareMinutes = pass.source.reconcileMinutes ?? reconciliationMinutes;
  const minutes = isReconciliation ? Math.max(fullMinutes, rareMinutes) : fullMinutes;
  return (minutes * minuteMs) / pass.speedup;
}

interface Span {
  /** The instant of the time before. */
  readonly after: Date;
  readonly spanMs: number;
}

/** Whether time is cut between the two instants, as it is at every multiple of the span. */
export const isFirstOfSpan = (at: Date, { after, spanMs }: Span): boolean =>
  Math.floor(at.getTime() / spanMs) !== Math.floor(after.getTime() / spanMs);

const backoff = { firstMs: 5_000, longestMs: 30 * minuteMs };
/** A higher speed-up shortens the wait no further, as the marketplace has the same rates for a demo. */
const mostSpeedup = 10;

export const retryDelayMs = (failures: number, random: Pick<Random, 'fraction'>, speedup: number): number =>
  backoffMs(backoff, failures, random) / Math.min(speedup, mostSpeedup);
