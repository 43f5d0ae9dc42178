import { countIn } from '@app/shared/base/money.ts';
import type { PromotionSeries, RankDay, SalesDay } from '@app/shared/contract/catalog.ts';
import { rowDayText } from '../../../../ui/chart/day-axis.ts';
import { codeNames } from './promotion-lines.ts';
import { linesOf } from './sales-lines.ts';

interface Props {
  readonly sales: readonly SalesDay[];
  readonly ranks: readonly RankDay[];
  readonly hasVariations: boolean;
  readonly promotions: { readonly dates: readonly string[]; readonly promotions: readonly PromotionSeries[] };
  readonly marketplace: string;
}

/** The data of the charts as tables, newest day first. */
export function ChartTables({ sales, ranks, hasVariations, promotions: { dates, promotions }, marketplace }: Props) {
  const lines = linesOf({ sales, ranks, hasVariations });
  const names = codeNames(promotions);
  const orders = sales.map((day) => day.organicOrdersThisVariation);
  const organicOrders = { id: 'organicOrders', name: 'Organic orders', values: orders };
  return (
    <>
      <Table
        caption="Sales"
        marketplace={marketplace}
        days={sales.map((day) => ({ date: day.date, note: noteOf(day) }))}
        columns={[...lines, ...(orders.some((count) => count !== null) ? [organicOrders] : [])]}
      />
      {promotions.length > 0 && (
        <Table
          caption="Promotions, units"
          marketplace={marketplace}
          days={dates.map((date) => ({ date, note: '' }))}
          columns={promotions.map(({ code, units }) => ({ id: code, name: names.get(code) ?? code, values: units }))}
        />
      )}
    </>
  );
}

function noteOf({ final, wasOutOfStock }: SalesDay): string {
  return [final ? [] : ['not final'], wasOutOfStock ? ['out of stock'] : []].flat().join(', ');
}

interface TableProps {
  readonly caption: string;
  readonly marketplace: string;
  readonly days: readonly { readonly date: string; readonly note: string }[];
  readonly columns: readonly {
    readonly id: string;
    readonly name: string;
    readonly values: readonly (number | null)[];
  }[];
}

function Table({ caption, marketplace, days, columns }: TableProps) {
  const rows = days.map((day, index) => ({ ...day, index })).toReversed();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <section className="chart-table" tabIndex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {columns.map(({ id, name }) => (
              <th key={id} scope="col" title={id}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ date, note, index }) => (
            <tr key={date}>
              <th scope="row">
                <time dateTime={date}>{rowDayText(date)}</time> {note && <span className="meta">{note}</span>}
              </th>
              {columns.map(({ id, values }) => (
                <td key={id}>{cellOf(values[index], marketplace)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const cellOf = (value: number | null | undefined, marketplace: string): string =>
  value == null ? 'no data' : countIn(marketplace, value);
