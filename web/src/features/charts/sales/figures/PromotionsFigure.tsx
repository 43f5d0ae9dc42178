import { useCallback, useMemo, useState } from 'react';
import type uPlot from 'uplot';
import { countIn } from '@app/shared/base/money.ts';
import type { PromotionSeries } from '@app/shared/contract/catalog.ts';
import { Chart } from '../../../../ui/chart/Chart.tsx';
import type { ChartOptions } from '../../../../ui/chart/use-uplot.ts';
import { ChartLegend } from '../../../../ui/chart/ChartLegend.tsx';
import type { Paint } from '../../../../ui/chart/chart-paint.ts';
import type { Note } from '../../../../ui/chart/note.ts';
import { longDayText, xOfDay } from '../../../../ui/chart/day-axis.ts';
import { firstOpenOf, splitFinal } from '../../../../ui/chart/series.ts';
import { Segments } from '../../../../ui/fields/Segments.tsx';
import { promotionsHeight } from './chart-heights.ts';
import { codeNames, hiddenAtFirst, lookOf, promotionsFinding, type Measure } from './promotion-lines.ts';
import { promotionOptions } from './promotion-options.ts';
import { cursorKey } from './SalesFigure.tsx';
import { toggleInSet } from './toggle-in-set.ts';

interface Props {
  readonly promotions: { readonly dates: readonly string[]; readonly promotions: readonly PromotionSeries[] };
  /** Whether the numbers of each date are final. */
  readonly isFinal: readonly boolean[];
  readonly marketplace: string;
  readonly today: string;
  readonly marginRight: number;
}

const measures = [
  { value: 'units', content: 'Units' },
  { value: 'orders', content: 'Orders' },
] as const;

/** The chart of units or orders of each code, or a text that there were none. */
export function PromotionsFigure({ promotions: { dates, promotions }, ...rest }: Props) {
  const [measure, setMeasure] = useState<Measure>('units');
  if (promotions.length === 0) {
    return (
      <section aria-label="Promotions">
        <h3>Promotions</h3>
        <p className="dim">No promotion code was used in these days.</p>
      </section>
    );
  }
  return (
    <section aria-label="Promotions">
      <div className="sales-chart__head">
        <h3>Promotions</h3>
        <Segments label="Count" options={measures} value={measure} onChange={setMeasure} />
      </div>
      <Codes key={promotions.map(({ code }) => code).join()} {...{ dates, promotions, measure }} {...rest} />
    </section>
  );
}

interface CodesProps extends Pick<Props, 'isFinal' | 'marketplace' | 'today' | 'marginRight'> {
  readonly dates: readonly string[];
  readonly promotions: readonly PromotionSeries[];
  readonly measure: Measure;
}

function Codes({ dates, promotions, isFinal, measure, marketplace, today, marginRight }: CodesProps) {
  const [hidden, setHidden] = useState(() => hiddenAtFirst(promotions));
  const shown = useMemo(() => promotions.filter(({ code }) => !hidden.has(code)), [promotions, hidden]);
  const indexOf = useMemo(() => new Map(promotions.map(({ code }, index) => [code, index])), [promotions]);
  const names = useMemo(() => codeNames(promotions), [promotions]);
  const data = useMemo(
    (): uPlot.AlignedData => [dates.map(xOfDay), ...shown.flatMap((one) => splitFinal(one[measure], isFinal))],
    [dates, shown, measure, isFinal],
  );
  const options = useCallback(
    (paint: Paint): ChartOptions =>
      promotionOptions({
        dates,
        shown,
        indexOf,
        measure,
        firstOpen: firstOpenOf(isFinal),
        marketplace,
        today,
        marginRight,
        paint,
      }),
    [dates, shown, indexOf, measure, isFinal, marketplace, today, marginRight],
  );
  const totals = measure === 'units' ? 'totalUnits' : 'totalOrders';
  const entries = promotions.map((one, index) => ({
    id: one.code,
    name: names.get(one.code),
    title: one.code,
    value: countIn(marketplace, one[totals]),
    colour: colourOf(index),
    look: lookOf(index).stroke,
  }));
  const noteOf = (index: number): Note => ({
    title: longDayText(dates[index] ?? ''),
    lines: shown.map((one) => ({
      label: names.get(one.code) ?? one.code,
      value: textOf(one[measure][index], marketplace),
      colour: colourOf(indexOf.get(one.code) ?? 0),
    })),
  });
  const label = promotionsFinding(promotions, marketplace);
  return (
    <>
      <ChartLegend
        label="Promotion codes"
        entries={entries}
        hidden={hidden}
        onToggle={(id) => setHidden(toggleInSet(hidden, id))}
      />
      <Chart
        label={label}
        height={promotionsHeight}
        data={data}
        options={options}
        cursorKey={cursorKey}
        noteOf={noteOf}
      />
    </>
  );
}

const colourOf = (index: number): string => `var(--series-${lookOf(index).colour})`;

const textOf = (value: number | null | undefined, marketplace: string): string =>
  value == null ? 'No data' : countIn(marketplace, value);
