export type Values = readonly (number | null)[];

/** The index of the first value that may still change; the number of values when all are final. */
export function firstOpenOf(isFinal: readonly boolean[]): number {
  const index = isFinal.indexOf(false);
  return index < 0 ? isFinal.length : index;
}

/**
 * Splits a line into two series, since a path has one dash pattern: the final part is drawn solid, the part that may
 * still change dashed from the last final value on.
 */
export function splitFinal(values: Values, isFinal: readonly boolean[]): [(number | null)[], (number | null)[]] {
  const firstOpen = firstOpenOf(isFinal);
  return [
    values.map((value, index) => (index < firstOpen ? value : null)),
    values.map((value, index) => (index >= firstOpen - 1 ? value : null)),
  ];
}

/** The indexes of values between two unknown ones, which have no line and are drawn as points. */
export const isolatedIndexes = (values: ArrayLike<number | null | undefined>): number[] =>
  Array.from(values, (value, index) => ({ value, index }))
    .filter(({ value, index }) => value != null && values[index - 1] == null && values[index + 1] == null)
    .map(({ index }) => index);

/** The runs of unknown indexes, each with its first and last. */
export function unknownRuns(isKnown: readonly boolean[]): (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const [index, known] of isKnown.entries()) {
    const last = runs.at(-1);
    if (known) continue;
    if (last && last[1] === index - 1) last[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}

export const largest = (...lists: readonly Values[]): number =>
  lists.reduce((most, list) => list.reduce<number>((max, value) => Math.max(max, value ?? 0), most), 0);

/** The indexes that get a label: every few days, including the last. */
export function labelledIndexes(count: number, mostLabels: number): number[] {
  const step = Math.max(1, Math.ceil(count / mostLabels));
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % step === 0);
}
