import type uPlot from 'uplot';
import { countIn } from '@app/shared/base/money.ts';
import type { PromotionSeries } from '@app/shared/contract/catalog.ts';
import type { ChartOptions } from '../../../../ui/chart/use-uplot.ts';
import type { Paint } from '../../../../ui/chart/chart-paint.ts';
import { countAxis } from '../../../../ui/chart/count-axis.ts';
import { dayAxis, dayScale, unknownDays } from '../../../../ui/chart/day-axis.ts';
import { hatchPlugin } from '../../../../ui/chart/hatch.ts';
import { openLine, solidLine } from '../../../../ui/chart/line-series.ts';
import { knownDays } from './sales-lines.ts';
import { lookOf, promotionsTop, type Measure } from './promotion-lines.ts';

interface Drawing {
  readonly dates: readonly string[];
  readonly shown: readonly PromotionSeries[];
  /** The index of each code among all of them, so that a code keeps its colour when others are hidden. */
  readonly indexOf: ReadonlyMap<string, number>;
  readonly measure: Measure;
  /** The index of the first day whose numbers may still change; the number of days when all are final. */
  readonly firstOpen: number;
  readonly marketplace: string;
  readonly today: string;
  /** In px at the usual size of text, the right margin of the sales chart above, so that the plots are aligned. */
  readonly marginRight: number;
  readonly paint: Paint;
}

const dashes = { line: [], dashed: [6, 4], dotted: [2, 3] };

export function promotionOptions(drawing: Drawing): ChartOptions {
  const { dates, shown, indexOf, measure, firstOpen, marketplace, today, marginRight, paint } = drawing;
  // On a day with unknown sales no code's units are known.
  const isKnown = knownDays(
    shown.map((one) => ({ values: one[measure] })),
    dates.length,
  );
  const series = shown.flatMap(({ code }): uPlot.Series[] => {
    const { colour, stroke } = lookOf(indexOf.get(code) ?? 0);
    const look = { scale: 'units', stroke: paint.series[colour] ?? paint.axis, width: 2 };
    return [solidLine({ ...look, dash: dashes[stroke] }), openLine(look, { from: firstOpen, paint })];
  });
  return {
    scales: { x: dayScale(dates), units: { range: [0, promotionsTop(shown, measure)] } },
    axes: [
      dayAxis(dates, { paint, today }),
      countAxis({ scale: 'units', side: 3, paint, text: (value) => countIn(marketplace, value) }),
    ],
    series: [{}, ...series],
    plugins: [hatchPlugin(unknownDays(dates, isKnown), paint)],
    padding: [8, marginRight * paint.scale, 0, 0],
  };
}
