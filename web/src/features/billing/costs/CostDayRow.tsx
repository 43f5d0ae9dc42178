import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { DailyCost } from '@app/shared/contract/billing.ts';
import type { Day } from '@app/shared/base/calendar-day.ts';
import { longDayText, rowDayText } from '../../../ui/chart/day-axis.ts';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import { Pill } from '../../../ui/signs/Pill.tsx';
import { exactDollars, perAsin } from '../money.ts';
import { shownAmount } from './cost-rows.ts';
import { DayDetails } from './DayDetails.tsx';
import { formatCount } from '@app/shared/base/format-count.ts';

interface CellProps {
  readonly isForecast: boolean;
  /** The text of the forecast cell, which is empty in all rows but one. */
  readonly forecast: string;
}

interface Props extends CellProps {
  readonly day: Day;
  readonly cost: DailyCost;
}

/** The row of a closed day; it opens to show the day's tiers, discount and ASINs. */
export function CostDayRow({ day, cost, isForecast, forecast }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isPhone = useIsPhone();
  const detailsId = `cost-of-${day}`;
  const amount = shownAmount(cost);
  return (
    <>
      <tr className={cost.isTrial ? 'cost-table__free' : undefined}>
        <th scope="row">
          <button
            type="button"
            className="cost-table__day"
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronRight size={14} aria-hidden="true" />
            <time dateTime={day}>{isPhone ? rowDayText(day) : longDayText(day)}</time>
          </button>
          {cost.isTrial && <Pill dashed>Free in the trial</Pill>}
        </th>
        <td>{formatCount(cost.quantity)}</td>
        <td>{exactDollars(amount)}</td>
        <td>{perAsin(amount, cost.quantity)}</td>
        {isForecast && <td className="cost-table__forecast">{forecast}</td>}
      </tr>
      {isOpen && (
        <tr id={detailsId} className="cost-table__details">
          <td colSpan={isForecast ? 5 : 4}>
            <DayDetails day={day} />
          </td>
        </tr>
      )}
    </>
  );
}

/** The row of a day without service, or a row that only fills the table. */
export function EmptyRow({ day, isForecast, forecast }: CellProps & { readonly day: Day | null }) {
  const isPhone = useIsPhone();
  return (
    <tr className="cost-table__empty">
      <th scope="row">{day === null ? '–' : isPhone ? rowDayText(day) : longDayText(day)}</th>
      <td>–</td>
      <td>–</td>
      <td>–</td>
      {isForecast && <td className="cost-table__forecast">{forecast}</td>}
    </tr>
  );
}
