import { minuteMs } from '@app/shared/base/time.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { backoffMs } from '../../../../lib/backoff.ts';
import type { Random } from '../../../../lib/random.ts';
import type { Source } from '../../sources/source.ts';

/** The frequency for aspects that no kind reads. The product card still shows them. */
const displayOnlyMinutes = 60;
/** The interval of sweeps while push is proven alive: they only find changes whose message was lost. */
const reconciliationMinutes = 720;
/** Push counts as alive for this time after an event. */
const proofMinutes = 240;

export const silentAfterMs = (speedup: number): number => (proofMinutes * minuteMs) / speedup;

type PacedSource = Pick<Source, 'aspects' | 'everyMinutes' | 'reconcileMinutes'>;

/** The shortest check frequency of the kinds that read aspects of the source. */
export function checkMinutes({ aspects, everyMinutes }: PacedSource): number {
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
  readonly source: PacedSource;
  readonly speedup: number;
  readonly isPushAlive: boolean;
  /** Changes that this pass found although push should have announced them. */
  readonly missed: number;
}

/** Returns the milliseconds from the start of a pass to the start of the next one. */
export function paceMs(pass: Pass): number {
  const fullMinutes = checkMinutes(pass.source);
  const isReconciliation = pass.isPushAlive && pass.missed === 0;
  const rareMinutes = pass.source.reconcileMinutes ?? reconciliationMinutes;
  const minutes = isReconciliation ? Math.max(fullMinutes, rareMinutes) : fullMinutes;
  return (minutes * minuteMs) / pass.speedup;
}

interface Span {
  /** The instant to compare with. */
  readonly after: Date;
  readonly spanMs: number;
}

/** True if a multiple of the span lies between the two instants. */
export const isFirstOfSpan = (at: Date, { after, spanMs }: Span): boolean =>
  Math.floor(at.getTime() / spanMs) !== Math.floor(after.getTime() / spanMs);

const backoff = { firstMs: 5_000, longestMs: 30 * minuteMs };
/** The limit by which the speed-up of tests shortens this wait: the marketplace's rates do not grow with it. */
const mostSpeedup = 10;

export const retryDelayMs = (failures: number, random: Pick<Random, 'fraction'>, speedup: number): number =>
  backoffMs(backoff, failures, random) / Math.min(speedup, mostSpeedup);
