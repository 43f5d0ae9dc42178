import { useCallback, useMemo } from 'react';
import type uPlot from 'uplot';
import { Chart } from '../../../ui/chart/Chart.tsx';
import type { Paint } from '../../../ui/chart/chart-paint.ts';
import { longDayText, xOfDay } from '../../../ui/chart/day-axis.ts';
import type { Note } from '../../../ui/chart/note.ts';
import type { ChartOptions } from '../../../ui/chart/use-uplot.ts';
import type { Costs } from '../billing-queries.ts';
import { dayName } from '../days.ts';
import { asinCount, dollars, exactDollars } from '../money.ts';
import { ChartFrame } from './ChartFrame.tsx';
import { costOptions } from './cost-options.ts';
import type { CostRange } from './cost-range.ts';
import { costFinding, costSeries, type CostSeries } from './cost-series.ts';

interface Props {
  readonly costs: Costs;
  readonly range: CostRange;
}

const height = 208;

/** Bars of the cost of each day, with a line of the ASINs. The table below has the same data as text. */
export function CostChart({ costs, range }: Props) {
  const series = useMemo(() => costSeries(costs, range), [costs, range]);
  const data = useMemo(() => drawnData(series), [series]);
  const options = useCallback((paint: Paint): ChartOptions => costOptions(series, paint), [series]);
  if (series.days.length === 0) {
    return (
      <ChartFrame>
        <p className="cost-chart__empty dim">
          The bar of a day appears here once the day is closed, at about 02:00 UTC on the next one.
        </p>
      </ChartFrame>
    );
  }
  const finding = costFinding(series, { money: dollars, day: dayName });
  return (
    <ChartFrame>
      <Chart
        label={finding}
        height={height}
        data={data}
        options={options}
        cursorKey="daily-costs"
        noteOf={(index) => noteOf(series, index)}
      />
      <Legend series={series} />
    </ChartFrame>
  );
}

const drawnData = ({ days, charged, free, forecast, asins }: CostSeries): uPlot.AlignedData => [
  days.map(xOfDay),
  [...charged],
  [...free],
  [...forecast],
  [...asins],
];

const line = (label: string, amount: number | null | undefined, colour: string) =>
  amount == null ? [] : [{ label, value: exactDollars(amount), colour }];

function noteOf({ days, charged, free, forecast, asins }: CostSeries, index: number): Note {
  const count = asins[index];
  const lines = [
    ...line('Charged', charged[index], 'var(--c-sales)'),
    ...line('Without the trial', free[index], 'var(--c-band)'),
    ...line('Forecast', forecast[index], 'none'),
    ...(count == null ? [] : [{ label: 'Tracked', value: asinCount(count), colour: 'var(--c-fbm)' }]),
  ];
  const empty = [{ label: 'Cost', value: 'no service' }];
  return { title: longDayText(days[index] ?? ''), lines: lines.length === 0 ? empty : lines };
}

const has = (values: readonly (number | null)[]): boolean => values.some((value) => value !== null);

function Legend({ series: { charged, free, forecast } }: { readonly series: CostSeries }) {
  return (
    <ul className="cost-legend meta">
      {has(charged) && <li className="cost-legend__charged">Charged</li>}
      {has(free) && <li className="cost-legend__free">Free in the trial</li>}
      {has(forecast) && <li className="cost-legend__forecast">Forecast</li>}
      <li className="cost-legend__asins">Tracked ASINs, right scale</li>
    </ul>
  );
}
