export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

export const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;

/** Formats median and range: "0.82 (0.79 – 0.85, 5 runs)". */
export const spread = (values: readonly number[], digits = 2): string =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} – ${Math.max(...values).toFixed(digits)}, ${values.length} runs)`;

/** Prints a line to standard output. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Formats times given in ms: "p50 2.8 s, p99 3.1 s, most 3.1 s". */
export const inSeconds = (timesMs: readonly number[]): string =>
  `p50 ${secondsText(median(timesMs))}, p99 ${secondsText(percentile(timesMs, 0.99))}, most ${secondsText(Math.max(...timesMs))}`;

/** Formats a time given in ms: "2.8 s". */
export const secondsText = (ms: number | null): string => (ms === null ? 'never' : `${(ms / 1000).toFixed(1)} s`);

/** Formats times: "p50 0.31 ms, p99 1.02 ms, most 1.02 ms of 40". */
export const milliseconds = (timesMs: readonly number[], digits = 0): string =>
  `p50 ${median(timesMs).toFixed(digits)} ms, p99 ${percentile(timesMs, 0.99).toFixed(digits)} ms, ` +
  `most ${Math.max(...timesMs).toFixed(digits)} ms of ${timesMs.length}`;
