/** A span between two instants, in ms since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Piece<Value> extends Span {
  readonly value: Value;
}

interface PointSeries<Value> {
  /** Each value holds until the next point. */
  readonly points: readonly { readonly at: number; readonly value: Value }[];
  readonly range: Span;
  /** Spans without observations, oldest first. */
  readonly gaps: readonly Span[];
}

/** The pieces during which each value held. Gaps are left out, so that nothing is drawn without an observation. */
export function piecesOf<Value>({ points, range, gaps }: PointSeries<Value>): readonly Piece<Value>[] {
  return points.flatMap(({ at, value }, index) => {
    const from = Math.max(at, range.from);
    const to = Math.min(points[index + 1]?.at ?? range.to, range.to);
    return without({ from, to }, gaps).map((span) => ({ ...span, value }));
  });
}

/** Returns the parts of a span that are outside all gaps. */
function without(span: Span, gaps: readonly Span[]): readonly Span[] {
  let rest: Span[] = span.from < span.to ? [span] : [];
  for (const gap of gaps) {
    rest = rest.flatMap(({ from, to }) =>
      [
        { from, to: Math.min(to, gap.from) },
        { from: Math.max(from, gap.to), to },
      ].filter((part) => part.from < part.to),
    );
  }
  return rest;
}

/** The value at an instant; `undefined` before the first point and within gaps. */
export const valueAt = <Value>(pieces: readonly Piece<Value>[], at: number): Value | undefined =>
  pieces.find((piece) => piece.from <= at && at <= piece.to)?.value;

interface Plot {
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
}

/** A path of steps: level while a value holds, vertical where it changes, broken at gaps. */
export function stepPath(pieces: readonly Piece<number | null>[], { x, y }: Plot): string {
  let path = '';
  let end: number | null = null;
  for (const { from, to, value } of pieces) {
    if (value === null) {
      end = null;
      continue;
    }
    const isJoined = end === from;
    path += `${isJoined ? 'L' : 'M'}${round(x(from))} ${round(y(value))}H${round(x(to))}`;
    end = to;
  }
  return path;
}

/** A line through the points, broken at missing ones. */
export function linePath(
  points: readonly { readonly at: number; readonly value: number | null }[],
  plot: Plot,
): string {
  let path = '';
  let isDrawn = false;
  for (const { at, value } of points) {
    if (value !== null) path += `${isDrawn ? 'L' : 'M'}${round(plot.x(at))} ${round(plot.y(value))}`;
    isDrawn = value !== null;
  }
  return path;
}

const round = (px: number): number => Math.round(px * 10) / 10;

/** The smallest and largest known value, with room around a single one; `null` when none is known. */
export function domainOf(values: readonly (number | null)[]): readonly [number, number] | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const room = least === most ? Math.max(1, Math.abs(most) * 0.05) : 0;
  return [least - room, most + room];
}

/** A scale from a domain to pixels between top and bottom; larger values are higher. */
export const scaleOf =
  ([least, most]: readonly [number, number], { top, bottom }: { readonly top: number; readonly bottom: number }) =>
  (value: number): number =>
    bottom - ((value - least) / (most - least || 1)) * (bottom - top);
