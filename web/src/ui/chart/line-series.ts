import type uPlot from 'uplot';
import type { Paint } from './chart-paint.ts';
import { isolatedIndexes } from './series.ts';

interface Look {
  readonly scale: string;
  readonly stroke: string;
  readonly width?: number;
  readonly isShown?: boolean;
  readonly dash?: number[];
  readonly fill?: string;
}

const pointSize = 6;

/** The final part: a solid line, with a point for a single value. */
export const solidLine = ({ scale, stroke, width = 1.5, isShown = true, dash, fill }: Look): uPlot.Series => ({
  scale,
  stroke,
  width,
  show: isShown,
  ...(dash ? { dash } : {}),
  ...(fill ? { fill } : {}),
  points: {
    show: true,
    filter: (chart, index) => isolatedIndexes(chart.data[index] ?? []),
    size: pointSize,
    fill: stroke,
  },
});

/** The part that may still change: dashed, with hollow points. `from` is its first index. */
export const openLine = (
  look: Look,
  { from, paint }: { readonly from: number; readonly paint: Paint },
): uPlot.Series => ({
  scale: look.scale,
  stroke: look.stroke,
  width: look.width ?? 1.5,
  show: look.isShown ?? true,
  dash: [3, 3],
  points: {
    show: true,
    filter: (chart, index) => indexesFrom(chart.data[index] ?? [], from),
    size: pointSize + 1,
    width: 1.5,
    stroke: look.stroke,
    fill: paint.surface,
  },
});

const indexesFrom = (values: ArrayLike<number | null | undefined>, from: number): number[] =>
  Array.from(values, (_, index) => index).filter((index) => index >= from && values[index] != null);
