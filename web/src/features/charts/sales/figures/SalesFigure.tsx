import { useCallback, useMemo, useState } from 'react';
import type uPlot from 'uplot';
import type { RankDay, SalesDay } from '@app/shared/contract/catalog.ts';
import { Chart } from '../../../../ui/chart/Chart.tsx';
import type { ChartOptions } from '../../../../ui/chart/use-uplot.ts';
import { ChartLegend, type LegendEntry } from '../../../../ui/chart/ChartLegend.tsx';
import type { Paint } from '../../../../ui/chart/chart-paint.ts';
import type { Note } from '../../../../ui/chart/note.ts';
import { xOfDay } from '../../../../ui/chart/day-axis.ts';
import { salesHeight } from './chart-heights.ts';
import { dayNote, lineColours } from './day-note.ts';
import { axesOf, drawnValues, linesOf, usualOf, type LineId } from './sales-lines.ts';
import { salesOptions } from './sales-options.ts';
import { toggleInSet } from './toggle-in-set.ts';

interface Props {
  readonly sales: readonly SalesDay[];
  readonly ranks: readonly RankDay[];
  readonly hasVariations: boolean;
  readonly marketplace: string;
  readonly today: string;
  readonly marginRight: number;
  readonly finding: string;
}

/** The id of the usual range in the legend, beside those of the lines. */
const usualId = 'usual';

/** Both charts of a product share one cursor. */
export const cursorKey = 'sales-chart';

export function SalesFigure({ sales, ranks, hasVariations, marketplace, today, marginRight, finding }: Props) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => linesOf({ sales, ranks, hasVariations }), [sales, ranks, hasVariations]);
  const shown = useMemo(() => lines.filter(({ id }) => !hidden.has(id)), [lines, hidden]);
  const known = useMemo(() => usualOf(sales), [sales]);
  const usual = hidden.has(usualId) ? null : known;
  const data = useMemo(
    (): uPlot.AlignedData => [
      sales.map((day) => xOfDay(day.date)),
      ...(usual ? [[...usual.high], [...usual.low]] : []),
      ...drawnValues(
        shown,
        sales.map((day) => day.final),
      ),
    ],
    [sales, shown, usual],
  );
  const options = useCallback(
    (paint: Paint): ChartOptions =>
      salesOptions({ sales, lines: shown, usual, axes: axesOf(shown, usual), marketplace, today, marginRight, paint }),
    [sales, shown, usual, marketplace, today, marginRight],
  );
  const entries: readonly LegendEntry[] = [
    ...lines.map(({ id, name }) => ({ id, name: entryName(id, name), colour: lineColours[id] })),
    ...(known ? [{ id: usualId, name: 'Expected', colour: 'var(--c-band)', look: 'band' as const }] : []),
  ];
  const noteOf = (index: number): Note => dayNote({ sales, index, lines: shown, marketplace });
  return (
    <section aria-label="Sales">
      <div className="sales-chart__head">
        <h3>Sales</h3>
        <ChartLegend
          label="Lines of the sales chart"
          entries={entries}
          hidden={hidden}
          onToggle={(id) => setHidden(toggleInSet(hidden, id))}
        />
      </div>
      <Chart label={finding} height={salesHeight} data={data} options={options} cursorKey={cursorKey} noteOf={noteOf} />
    </section>
  );
}

const entryName = (id: LineId, name: string): string => (id === 'rank' ? 'Rank, up is better' : name);
