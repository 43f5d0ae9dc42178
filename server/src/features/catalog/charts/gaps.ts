import type { Span } from './gap-queries.ts';
import { hourMs } from '@app/shared/base/time.ts';

export interface Gap {
  readonly from: Date;
  readonly to: Date;
}

interface GapFacts {
  /** The charted range. */
  readonly range: Gap;
  /** The periods in which the product was tracked, oldest first. */
  readonly tracked: readonly Span[];
  /** The beginnings of hours in which the marketplace answered, oldest first. */
  readonly hoursLooked: readonly Date[];
  /** The interval of passes in this marketplace, in milliseconds. */
  readonly everyMs: number;
}

/** A shorter time without an answer is no gap: the pass was only late. */
const leastGapMs = 3 * hourMs;

/** Returns the periods in which the product was not tracked or the marketplace did not answer, oldest first. */
export function gapsOf({ range, tracked, hoursLooked, everyMs }: GapFacts): Gap[] {
  const untracked = between(
    range,
    tracked.map(({ from, to }) => ({ from, to: to ?? range.to })),
  );
  const mostApartMs = Math.max(leastGapMs, 2 * everyMs + hourMs);
  const looked = hoursLooked.map((at) => ({ from: at, to: new Date(at.getTime() + hourMs) }));
  const [first] = looked;
  // Gaps without an answer are known only after the first stored rank, and not at all if no rank is stored.
  const silent = first
    ? between({ from: first.from, to: range.to }, looked).filter((gap) => lengthOf(gap) > mostApartMs)
    : [];
  return mergeGaps([...untracked, ...silent].map((gap) => clipGap(gap, range)).filter((gap) => lengthOf(gap) > 0));
}

const lengthOf = ({ from, to }: Gap): number => to.getTime() - from.getTime();

/** Returns the parts of the range between these spans. The spans have to be in order. */
function between(range: Gap, spans: readonly Gap[]): Gap[] {
  const gaps: Gap[] = [];
  let from = range.from;
  for (const span of spans) {
    if (span.from > from) gaps.push({ from, to: span.from });
    if (span.to > from) from = span.to;
  }
  return from < range.to ? [...gaps, { from, to: range.to }] : gaps;
}

const clipGap = ({ from, to }: Gap, range: Gap): Gap => ({
  from: from < range.from ? range.from : from,
  to: to > range.to ? range.to : to,
});

function mergeGaps(gaps: readonly Gap[]): Gap[] {
  const all: Gap[] = [];
  for (const gap of gaps.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = all.at(-1);
    if (last && gap.from <= last.to) all[all.length - 1] = { from: last.from, to: gap.to > last.to ? gap.to : last.to };
    else all.push(gap);
  }
  return all;
}
