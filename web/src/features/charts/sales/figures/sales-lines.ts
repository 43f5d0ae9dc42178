import type { RankDay, SalesDay } from '@app/shared/contract/catalog.ts';
import { largest, splitFinal, type Values } from '../../../../ui/chart/series.ts';

export type LineId = 'all' | 'own' | 'organic' | 'rank';

export interface Line {
  readonly id: LineId;
  readonly name: string;
  readonly values: Values;
}

interface SalesAndRanks {
  readonly sales: readonly SalesDay[];
  readonly ranks: readonly RankDay[];
  readonly hasVariations: boolean;
}

/** The lines for which there is data. Without variations the line of all variations is left out. */
export function linesOf({ sales, ranks, hasVariations }: SalesAndRanks): Line[] {
  const byDate = new Map(ranks.map(({ date, rank }) => [date, rank]));
  const all = { id: 'all', name: 'All variations', values: sales.map((day) => day.soldUnitsAllVariations) } as const;
  const own = {
    id: 'own',
    name: hasVariations ? 'This variation' : 'Sold',
    values: sales.map((day) => day.soldUnitsThisVariation),
  } as const;
  const organic = {
    id: 'organic',
    name: 'Organic',
    values: sales.map((day) => day.organicUnitsThisVariation),
  } as const;
  const rank = { id: 'rank', name: 'Rank', values: sales.map((day) => byDate.get(day.date) ?? null) } as const;
  return [...(hasVariations ? [all] : []), own, organic, rank].filter(({ values }) =>
    values.some((value) => value !== null),
  );
}

/** Whether anything is known of each day in the lines that are drawn. Without a line no day is called unknown. */
export const knownDays = (lines: readonly { readonly values: Values }[], days: number): readonly boolean[] =>
  Array.from({ length: days }, (_, day) => lines.length === 0 || lines.some(({ values }) => values[day] != null));

/** The usual range of units sold, by day. */
export interface Band {
  readonly low: Values;
  readonly high: Values;
}

/** Returns the usual range of each day; `null` when it is unknown for every day. */
export function usualOf(sales: readonly SalesDay[]): Band | null {
  const usual = sales.map((day) => day.expectedThisVariation ?? null);
  if (usual.every((range) => range === null)) return null;
  return { low: usual.map((range) => range?.low ?? null), high: usual.map((range) => range?.high ?? null) };
}

/**
 * Specification, section 9: the axis ends at this multiple of the highest value, or at a larger one if the chart has a
 * line of ranks too.
 */
const aloneFactor = 1.05;
const sharedFactor = 1.6;

export interface Axes {
  readonly unitsTop: number;
  /** The best and the worst end of the axis; `null` without a rank. */
  readonly rank: readonly [number, number] | null;
}

/** A smaller rank is better: the axis begins a little above the best one. */
const bestFactor = 0.8;

export function axesOf(lines: readonly Line[], usual: Band | null = null): Axes {
  const ranks = lines.find(({ id }) => id === 'rank')?.values ?? [];
  const known = ranks.filter((rank) => rank !== null);
  const most = largest(...lines.filter(({ id }) => id !== 'rank').map(({ values }) => values), usual?.high ?? []);
  const worst = largest(ranks);
  const rank =
    known.length === 0
      ? null
      : ([Math.max(1, Math.floor(Math.min(...known) * bestFactor)), worst * sharedFactor] as const);
  return { unitsTop: Math.max(1, most) * (rank ? sharedFactor : aloneFactor), rank };
}

/** The values of each line as two series: final days, and days that may still change. */
export const drawnValues = (lines: readonly Line[], isFinal: readonly boolean[]): (number | null)[][] =>
  lines.flatMap(({ values }) => splitFinal(values, isFinal));
