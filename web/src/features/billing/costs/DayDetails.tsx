import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dailyCostDetails } from '@app/shared/contract/billing.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import type { Day } from '@app/shared/base/calendar-day.ts';
import { query } from '../../../lib/http/call.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Chip } from '../../../ui/fields/Chip.tsx';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import { asinCount } from '../money.ts';
import { dayParts } from './day-parts.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

type Details = Reply<typeof dailyCostDetails>;

/** Explains a day's amount by its tiers, its discount and its ASINs. */
export function DayDetails({ day }: { readonly day: Day }) {
  // The details of a closed day do not change, so they are not fetched again.
  const details = useQuery({ ...query(dailyCostDetails, { params: { day } }), staleTime: Infinity });
  const failed = useFailed(details);
  if (details.data) return <Loaded details={details.data} />;
  if (failed) return <ErrorState title="The day did not load" {...failed} />;
  return (
    <SkeletonArea label="Loading the day">
      <span className="day-details">
        <Skeleton height="96px" />
        <Skeleton height="96px" />
      </span>
    </SkeletonArea>
  );
}

function Loaded({ details }: { readonly details: Details }) {
  const { parts, sum } = dayParts(details);
  return (
    <div className="day-details">
      <table className="billing-table day-parts" aria-label="Parts of the cost">
        <tbody>
          {parts.map(({ name, amount }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Charged</th>
            <td>{sum}</td>
          </tr>
        </tfoot>
      </table>
      <DayAsins asins={details.asins} />
    </div>
  );
}

/** The number of ASINs shown at first: a browser draws a few hundred rows without noticeable delay. */
const firstAsins = 300;

function DayAsins({ asins }: Pick<Details, 'asins'>) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? asins : asins.slice(0, firstAsins);
  return (
    <div className="day-asins">
      <h3>{asinCount(asins.length)} of this day</h3>
      {asins.length === 0 && <p className="dim">No ASIN was tracked for at least half of the day.</p>}
      {asins.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <section className="day-asins__list" tabIndex={0} aria-label="ASINs of the day">
          <ul>
            {shown.map(({ marketplace, asin, hours }) => (
              <li key={`${marketplace} ${asin}`}>
                <Chip>{marketplace}</Chip>
                <span className="grow asin">{asin}</span>
                <span className="meta figures">{hoursText(hours)}</span>
              </li>
            ))}
          </ul>
          {shown.length < asins.length && (
            <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
              Show the other {formatCount(asins.length - shown.length)}
            </Button>
          )}
        </section>
      )}
    </div>
  );
}

const hoursText = (hours: number): string => `${Math.round(hours * 10) / 10} h`;
