import type { Span } from './gap-queries.ts';
import { hourMs } from '@app/shared/base/time.ts';

export interface Gap {
  readonly from: Date;
  readonly to: Date;
}

interface Known {
  /** What is charted. */
  readonly range: Gap;
  /** When the product was tracked, oldest first. */
  readonly tracked: readonly Span[];
  /** The beginnings of hours in which the marketplace answered, oldest first. */
  readonly hoursLooked: readonly Date[];
  /** How often it is asked there. */
  readonly everyMs: number;
}

/** A look that comes late is no gap. */
const leastGapMs = 3 * hourMs;

/** When nobody could look: while the product was not tracked, and while the marketplace did not answer. Oldest first. */
export function gapsOf({ range, tracked, hoursLooked, everyMs }: Known): Gap[] {
  const untracked = between(
    range,
    tracked.map(({ from, to }) => ({ from, to: to ?? range.to })),
  );
  const mostApartMs = Math.max(leastGapMs, 2 * everyMs + hourMs);
  const looked = hoursLooked.map((at) => ({ from: at, to: new Date(at.getTime() + hourMs) }));
  const [first] = looked;
  // Without any rank nothing is said, nor of the time before there was one.
  const silent = first
    ? between({ from: first.from, to: range.to }, looked).filter((gap) => lengthOf(gap) > mostApartMs)
    : [];
  return merged([...untracked, ...silent].map((gap) => clipped(gap, range)).filter((gap) => lengthOf(gap) > 0));
}

const lengthOf = ({ from, to }: Gap): number => to.getTime() - from.getTime();

/** What of the range lies between these spans, which are in order. */
function between(range: Gap, spans: readonly Gap[]): Gap[] {
  const gaps: Gap[] = [];
  let from = range.from;
  for (const span of spans) {
    if (span.from > from) gaps.push({ from, to: span.from });
    if (span.to > from) from = span.to;
  }
  return from < range.to ? [...gaps, { from, to: range.to }] : gaps;
}

const clipped = ({ from, to }: Gap, range: Gap): Gap => ({
  from: from < range.from ? range.from : from,
  to: to > range.to ? range.to : to,
});

function merged(gaps: readonly Gap[]): Gap[] {
  const all: Gap[] = [];
  for (const gap of gaps.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const last = all.at(-1);
    if (last && gap.from <= last.to) all[all.length - 1] = { from: last.from, to: gap.to > last.to ? gap.to : last.to };
    else all.push(gap);
  }
  return all;
}
