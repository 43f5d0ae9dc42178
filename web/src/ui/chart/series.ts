export type Values = readonly (number | null)[];

export interface Measured {
  /** What is final, drawn solid. */
  readonly solid: (number | null)[];
  /** What may still change, drawn dashed from the last final value on. */
  readonly open: (number | null)[];
}

/** One line in two series: canvas paths have one dash pattern each. */
export function splitFinal(values: Values, isFinal: readonly boolean[]): Measured {
  const begin = isFinal.indexOf(false);
  const firstOpen = begin < 0 ? values.length : begin;
  return {
    solid: values.map((value, index) => (index < firstOpen ? value : null)),
    open: values.map((value, index) => (index >= firstOpen - 1 ? value : null)),
  };
}

/** A value between two unknown ones has no line: it is drawn as a point. */
export const lonely = (values: ArrayLike<number | null | undefined>): number[] =>
  Array.from(values, (value, index) => ({ value, index }))
    .filter(({ value, index }) => value != null && values[index - 1] == null && values[index + 1] == null)
    .map(({ index }) => index);

/** Runs of indexes at which nothing is known, each with its first and its last. */
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

/** Every so many days one label, the last day among them. */
export function labelledIndexes(count: number, mostLabels: number): number[] {
  const step = Math.max(1, Math.ceil(count / mostLabels));
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % step === 0);
}
