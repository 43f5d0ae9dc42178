import type uPlot from 'uplot';
import { countIn } from '@app/shared/base/money.ts';
import type { SalesDay } from '@app/shared/contract/orders.ts';
import type { ChartOptions } from '../../../ui/chart/use-uplot.ts';
import type { Paint } from '../../../ui/chart/chart-paint.ts';
import { dayAxis, dayScale, unknownDays } from '../../../ui/chart/day-axis.ts';
import { hatchPlugin } from '../../../ui/chart/hatch.ts';
import { openLine, solidLine } from '../../../ui/chart/line-series.ts';
import { countAxis } from '../../../ui/chart/count-axis.ts';
import { firstOpenOf } from '../../../ui/chart/series.ts';
import type { Axes, Line } from './sales-lines.ts';

interface Drawing {
  readonly sales: readonly SalesDay[];
  readonly lines: readonly Line[];
  readonly axes: Axes;
  readonly marketplace: string;
  readonly today: string;
  /** What the plot leaves free on its right, with or without an axis. */
  readonly marginRight: number;
  readonly paint: Paint;
}

/** Units from the left axis upwards, the rank from the right one with the best place on top. */
export function salesOptions({ sales, lines, axes, marketplace, today, marginRight, paint }: Drawing): ChartOptions {
  const days = sales.map((day) => day.date);
  const isKnown = sales.map((_, index) => lines.some(({ values }) => (values[index] ?? null) !== null));
  const text = (value: number) => countIn(marketplace, value);
  return {
    scales: {
      x: dayScale(days),
      units: { range: [0, axes.unitsTop] },
      ...(axes.rank ? { rank: { range: [...axes.rank], dir: -1 } } : {}),
    },
    axes: [
      dayAxis(days, { paint, today }),
      countAxis({ scale: 'units', side: 3, paint, text }),
      ...(axes.rank ? [countAxis({ scale: 'rank', side: 1, paint, text })] : []),
    ],
    series: [{}, ...lines.flatMap((line) => seriesOf(line, { sales, paint }))],
    plugins: [hatchPlugin(unknownDays(days, isKnown), paint)],
    padding: [8, axes.rank ? 0 : marginRight, 0, 0],
  };
}

function seriesOf({ id }: Line, { sales, paint }: Pick<Drawing, 'sales' | 'paint'>): uPlot.Series[] {
  const strokes = { all: paint.sales, own: paint.own, rank: paint.rank };
  const look = {
    scale: id === 'rank' ? 'rank' : 'units',
    stroke: strokes[id],
    width: id === 'own' ? 2 : 1.5,
    ...(id === 'all' ? { fill: `${paint.band}80` } : {}),
  };
  const from = firstOpenOf(sales.map((day) => day.final));
  return [solidLine(look), openLine(look, { from, paint })];
}
