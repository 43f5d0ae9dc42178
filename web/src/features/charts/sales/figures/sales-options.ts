import type uPlot from 'uplot';
import { countIn } from '@app/shared/base/money.ts';
import type { SalesDay } from '@app/shared/contract/catalog.ts';
import type { ChartOptions } from '../../../../ui/chart/use-uplot.ts';
import type { Paint } from '../../../../ui/chart/chart-paint.ts';
import { dayAxis, dayScale, unknownDays } from '../../../../ui/chart/day-axis.ts';
import { hatchPlugin } from '../../../../ui/chart/hatch.ts';
import { openLine, solidLine } from '../../../../ui/chart/line-series.ts';
import { countAxis } from '../../../../ui/chart/count-axis.ts';
import { firstOpenOf } from '../../../../ui/chart/series.ts';
import { knownDays, type Axes, type Band, type Line } from './sales-lines.ts';

interface Drawing {
  readonly sales: readonly SalesDay[];
  readonly lines: readonly Line[];
  readonly usual: Band | null;
  readonly axes: Axes;
  readonly marketplace: string;
  readonly today: string;
  /** The space to the right of the plot in px at the usual size of text, with or without an axis there. */
  readonly marginRight: number;
  readonly paint: Paint;
}

/** The left axis shows units, growing upwards; the right axis has the best rank at the top. */
export function salesOptions({
  sales,
  lines,
  usual,
  axes,
  marketplace,
  today,
  marginRight,
  paint,
}: Drawing): ChartOptions {
  const days = sales.map((day) => day.date);
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
    // The usual range comes first, so that the lines are drawn over it.
    series: [{}, ...(usual ? edges : []), ...lines.flatMap((line) => seriesOf(line, { sales, usual, paint }))],
    ...(usual ? { bands: [{ series: [1, 2], fill: paint.band }] } : {}),
    plugins: [hatchPlugin(unknownDays(days, knownDays(lines, days.length)), paint)],
    padding: [8, axes.rank ? 0 : marginRight * paint.scale, 0, 0],
  };
}

/** The upper and the lower edge of the usual range, neither with a line of its own. */
const edges: readonly uPlot.Series[] = [1, 2].map(() => ({ scale: 'units', width: 0, points: { show: false } }));

function seriesOf({ id }: Line, { sales, usual, paint }: Pick<Drawing, 'sales' | 'usual' | 'paint'>): uPlot.Series[] {
  const strokes = { all: paint.sales, own: paint.own, organic: paint.organic, rank: paint.rank };
  const look = {
    scale: id === 'rank' ? 'rank' : 'units',
    stroke: strokes[id],
    width: id === 'own' ? 2 : 1.5,
    ...(id === 'all' && !usual ? { fill: `${paint.band}80` } : {}),
  };
  const from = firstOpenOf(sales.map((day) => day.final));
  return [solidLine(look), openLine(look, { from, paint })];
}
