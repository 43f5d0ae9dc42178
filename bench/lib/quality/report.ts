import { forecastBound, type ScoredWindow } from './forecast-bound.ts';
import { ALARMS_PER_DAY, type Drop, type PlantedDrop } from './sales.ts';

/** Lower bounds of the volume classes in units per day: "1 – 5", "5 – 10", … "50 and more". */
const bounds = [1, 5, 10, 20, 30, 50];

export const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`;

/** Returns a table of recall by volume, with the bounds that the errors of the forecast and Poisson noise allow. */
export function recallTable(drop: Drop, planted: readonly PlantedDrop[], quiet: readonly ScoredWindow[]): string[] {
  const name = `a drop to ${drop.share} for ${drop.days} ${drop.days === 1 ? 'day' : 'days'}`;
  const rows = bounds.map((from, index) => {
    const to = bounds[index + 1] ?? Infinity;
    const isOfVolume = ({ level }: { readonly level: number }): boolean => level >= from && level < to;
    const ofVolume = planted.filter(isOfVolume);
    const bound = ofVolume.reduce((sum, one) => sum + one.bound, 0);
    const range = to === Infinity ? `${from} and more` : `${from} – ${to}`;
    const found = share(ofVolume.filter(({ isFound }) => isFound).length, ofVolume.length);
    const best = bestText(ofVolume, quiet.filter(isOfVolume));
    return `${range.padStart(14)} ${String(ofVolume.length).padStart(8)} ${found.padStart(9)} ${best.padStart(9)} ${share(bound, ofVolume.length).padStart(9)}`;
  });
  return [`${name}: units a day, planted, found, the best threshold on the forecast, Poisson's bound`, ...rows];
}

/** Returns the share of the planted drops that the best threshold on the errors of the forecast would find. */
export function bestText(planted: readonly PlantedDrop[], quiet: readonly ScoredWindow[]): string {
  const scored = planted.flatMap((one) => one.scored ?? []);
  const best = forecastBound(scored, { quiet, falseShare: ALARMS_PER_DAY });
  return best === null ? '–' : share(best, 1);
}

export interface KindFigures {
  readonly type: string;
  readonly incidents: number;
  readonly found: number;
  /** Observations from the incident to the alarm, for each found incident. */
  readonly delays: readonly number[];
  /** Incidents whose end was detected. */
  readonly ended: number;
  /** Repeated alarms during the same incident. */
  readonly repeats: number;
  readonly falseAlarms: number;
  readonly productMonths: number;
}

export const falseAlarmRate = ({ falseAlarms, productMonths }: KindFigures): number => falseAlarms / productMonths;

export function kindTable(kinds: readonly KindFigures[]): string[] {
  const header = ['kind', 'found', 'delay, observations', 'ended', 'repeats', 'false alarms per product and month'];
  const widths = [28, 9, 14, 9, 9, 0];
  const lineOf = (cells: readonly string[]): string =>
    cells.map((cell, index) => (index === 0 ? cell.padEnd(28) : cell.padStart(widths[index] ?? 0))).join(' ');
  return [
    lineOf(header),
    ...kinds.map((kind) =>
      lineOf([
        kind.type,
        `${kind.found}/${kind.incidents}`,
        delayText(kind.delays),
        `${kind.ended}/${kind.incidents}`,
        String(kind.repeats),
        `${falseAlarmRate(kind).toFixed(3)} (${kind.falseAlarms} in ${kind.productMonths.toFixed(0)} months)`,
      ]),
    ),
  ];
}

function delayText(delays: readonly number[]): string {
  const sorted = delays.toSorted((a, b) => a - b);
  return sorted.length === 0 ? '–' : `${sorted[sorted.length >> 1]} (≤ ${sorted.at(-1)})`;
}
