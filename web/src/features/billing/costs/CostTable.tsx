import { useState } from 'react';
import { dayOf } from '@app/shared/base/calendar-day.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import type { Costs } from '../billing-queries.ts';
import { dayName } from '../days.ts';
import { dollars, exactDollars, perAsin } from '../money.ts';
import { CostDayRow, EmptyRow } from './CostDayRow.tsx';
import type { CostRange } from './cost-range.ts';
import { costRows, dayOfCost, hasForecastColumn, totalOf } from './cost-rows.ts';
import '../billing-table.css';
import './costs.css';

interface Props {
  readonly costs: Costs;
  readonly range: CostRange;
}

/** The number of rows that a phone shows until the user asks for the others. */
const phoneRows = 7;

/** The days of the range with their costs; each row opens to an explanation of its amount. */
export function CostTable({ costs, range }: Props) {
  const [isWhole, setWhole] = useState(false);
  const isPhone = useIsPhone();
  const today = dayOf(new Date(useNow()));
  const rows = costRows(costs, range, today);
  const isForecast = hasForecastColumn(costs);
  const shown = isPhone && !isWhole ? rows.slice(0, phoneRows) : rows;
  return (
    <>
      <table className="billing-table cost-table" aria-label="Daily costs">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">ASINs</th>
            <th scope="col">Cost</th>
            <th scope="col">$ / ASIN per day</th>
            {isForecast && (
              <th scope="col" className="cost-table__forecast">
                Forecasted, {dayName(costs.period.to)}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, day, cost }, index) => {
            const forecast = isForecast && index === 0 ? forecastCell(costs, day) : '';
            const cells = { isForecast, forecast };
            return cost && day ? (
              <CostDayRow key={key} day={day} cost={cost} {...cells} />
            ) : (
              <EmptyRow key={key} day={day} {...cells} />
            );
          })}
        </tbody>
        <Totals costs={costs} range={range} isForecast={isForecast} />
      </table>
      {shown.length < rows.length && (
        <p className="cost-table__more">
          <span className="meta">
            {shown.length} of {rows.length} rows
          </span>
          <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
            Show all
          </Button>
        </p>
      )}
    </>
  );
}

/** Returns the forecast for the row of the newest day of the open period; empty if that period has no row. */
const forecastCell = ({ period }: Costs, newest: string | null): string =>
  newest !== null && newest >= period.from ? dollars(projectedCosts(period)) : '';

/** Section 9: the last day is extended to 30 days. */
const projectedCosts = ({ toDateAmount, forecastAmount }: Costs['period']): number => toDateAmount + forecastAmount;

function Totals({ costs, range, isForecast }: Props & { readonly isForecast: boolean }) {
  const { period } = costs;
  const isDefault = range.lastDays === undefined && range.from === undefined;
  const shown = totalOf(costs.dailyCostBreakdowns);
  return (
    <tfoot>
      {!isDefault && (
        <tr>
          <th scope="row" colSpan={2}>
            Shown days
          </th>
          <td>{exactDollars(shown.amount)}</td>
          <td>{perAsin(shown.amount, shown.asinDays)}</td>
          {isForecast && <td className="cost-table__forecast">–</td>}
        </tr>
      )}
      <tr>
        <th scope="row" colSpan={2}>
          Month to date
        </th>
        <td>{exactDollars(period.toDateAmount)}</td>
        <td>{averageToDate(costs)}</td>
        {isForecast && <td className="cost-table__forecast">{dollars(projectedCosts(period))}</td>}
      </tr>
    </tfoot>
  );
}

/** Returns the average price per ASIN and day in the open period; a dash unless all its closed days are shown. */
function averageToDate({ dailyCostBreakdowns, period }: Costs): string {
  const ofPeriod = dailyCostBreakdowns.filter((cost) => dayOfCost(cost) >= period.from);
  const { amount, asinDays } = totalOf(ofPeriod);
  return ofPeriod.length === period.closedDays ? perAsin(amount, asinDays) : '–';
}
