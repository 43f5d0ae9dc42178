import type { RankDay, SalesDay } from '@app/shared/contract/catalog.ts';
import { largest, splitFinal, type Values } from '../../../ui/chart/series.ts';

export type LineId = 'all' | 'own' | 'rank';

export interface Line {
  readonly id: LineId;
  readonly name: string;
  readonly values: Values;
}

interface Told {
  readonly sales: readonly SalesDay[];
  readonly ranks: readonly RankDay[];
  readonly hasVariations: boolean;
}

/** The lines that there is anything to draw of. Without variations all of them are this one. */
export function linesOf({ sales, ranks, hasVariations }: Told): Line[] {
  const byDate = new Map(ranks.map(({ date, rank }) => [date, rank]));
  const all = { id: 'all', name: 'All variations', values: sales.map((day) => day.soldUnitsAllVariations) } as const;
  const own = {
    id: 'own',
    name: hasVariations ? 'This variation' : 'Sold',
    values: sales.map((day) => day.soldUnitsThisVariation),
  } as const;
  const rank = { id: 'rank', name: 'Rank', values: sales.map((day) => byDate.get(day.date) ?? null) } as const;
  return [...(hasVariations ? [all] : []), own, rank].filter(({ values }) => values.some((value) => value !== null));
}

/** What would usually be sold, from and to. */
export interface Band {
  readonly low: Values;
  readonly high: Values;
}

/** `null` where nobody can say it of any of the days. */
export function usualOf(sales: readonly SalesDay[]): Band | null {
  const usual = sales.map((day) => day.expectedThisVariation ?? null);
  if (usual.every((range) => range === null)) return null;
  return { low: usual.map((range) => range?.low ?? null), high: usual.map((range) => range?.high ?? null) };
}

/** Specification, section 9: how far the axes reach beyond the highest value. With a rank both leave each other room. */
const aloneFactor = 1.05;
const sharedFactor = 1.6;

export interface Axes {
  readonly unitsTop: number;
  /** Best and worst end; `null` without a rank. */
  readonly rank: readonly [number, number] | null;
}

/** A rank is the better the smaller it is: its axis begins a little above the best one. */
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

/** Each line twice, as it is drawn: final, and what may still change. */
export const drawnValues = (lines: readonly Line[], isFinal: readonly boolean[]): (number | null)[][] =>
  lines.flatMap(({ values }) => splitFinal(values, isFinal));
