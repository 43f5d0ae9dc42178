import type uPlot from 'uplot';
import type { Paint } from './chart-paint.ts';
import type { HatchSpan } from './hatch.ts';
import { labelledIndexes, unknownRuns } from './series.ts';
import { formatDate } from '@app/shared/base/format-date.ts';

const daySeconds = 86_400;

/** Days on a chart's axis are midnights of UTC for every marketplace: they are names, not instants. */
export const xOfDay = (day: string): number => Date.parse(day) / 1000;

const short = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const row = { ...short, weekday: 'short' } as const;
const long = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;

/** "22 Oct". */
export const dayText = (day: string): string => formatDate(Date.parse(day), short);
/** "Sat, 8 Nov", for the rows of a table. */
export const rowDayText = (day: string): string => formatDate(Date.parse(day), row);
/** "Saturday, 8 November". */
export const longDayText = (day: string): string => formatDate(Date.parse(day), long);

/** Half a day of room on both sides, so that the first and last points are not cut. */
export const dayScale = (days: readonly string[]): uPlot.Scale => {
  const [first, last] = [xOfDay(days[0] ?? ''), xOfDay(days.at(-1) ?? '')];
  return { time: false, range: [first - daySeconds / 2, last + daySeconds / 2] };
};

/** The room for a label in px at the usual size of text. */
const labelWidth = 64;

/** Labels days by their date and today by its name. */
export function dayAxis(
  days: readonly string[],
  { paint, today }: { readonly paint: Paint; readonly today: string },
): uPlot.Axis {
  return {
    stroke: paint.axis,
    font: paint.font,
    size: 24 * paint.scale,
    gap: 4,
    splits: (chart) =>
      labelledIndexes(days.length, Math.max(2, Math.floor(chart.width / (labelWidth * paint.scale)))).map((index) =>
        xOfDay(days[index] ?? ''),
      ),
    values: (_chart, splits) => splits.map((at) => (at === xOfDay(today) ? 'today' : formatDate(at * 1000, short))),
    grid: { show: false },
    ticks: { stroke: paint.axisLine, width: 1, size: 4 },
    border: { show: true, stroke: paint.axisLine, width: 1 },
  };
}

/** The spans of unknown days, for hatching. */
export const unknownDays = (days: readonly string[], isKnown: readonly boolean[]): HatchSpan[] =>
  unknownRuns(isKnown).map(([first, last]) => [
    xOfDay(days[first] ?? '') - daySeconds / 2,
    xOfDay(days[last] ?? '') + daySeconds / 2,
  ]);
