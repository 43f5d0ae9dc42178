import type { ReactNode } from 'react';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import type { BillingStatus, Costs } from '../billing-queries.ts';
import { billingDate, dateOf, dayName } from '../days.ts';
import { asinCount, dayCount, dollars, perAsin } from '../money.ts';
import { correctionsNotes } from './corrections-notes.ts';
import { nextBillNote } from './next-bill-note.ts';
import { nextRate } from './next-rate.ts';
import { dayOfCost, shownAmount } from './cost-rows.ts';
import './costs.css';

interface Props {
  readonly costs: Costs | undefined;
  readonly status: BillingStatus | undefined;
}

/** The four figures on top of the page, or their skeletons. */
export function CostFigures({ costs, status }: Props) {
  return (
    <section className="panel figures-bar" aria-label="Figures of the billing period">
      {costs && status ? <Figures costs={costs} status={status} /> : <Waiting />}
    </section>
  );
}

function Figures({ costs, status }: { readonly costs: Costs; readonly status: BillingStatus }) {
  const { period } = costs;
  const trialEnd = period.isTrial && status.trialEndsAt ? billingDate(status.trialEndsAt) : null;
  return (
    <dl>
      <Figure
        name={`Month to date, ${dayCount(period.closedDays)}`}
        value={dollars(period.toDateAmount)}
        note={
          trialEnd ? `Free in the trial until ${trialEnd}` : `${dayName(period.from)} to ${dayName(period.to)}, UTC`
        }
      />
      <Figure
        name={trialEnd ? `Forecast, ${dayCount(period.daysLeft)} after the trial` : `Forecast, ${daysLeft(period)}`}
        value={`+${dollars(period.forecastAmount)}`}
        note={`at the present ${asinCount(period.asins)}`}
      />
      <Figure
        name={`Projected next bill, ${dayName(period.nextBillOn)}`}
        value={dollars(period.nextBillAmount)}
        note={[...correctionsNotes(period), nextBillNote(status, period)].join(', ')}
      />
      <Figure name="One ASIN, one day" value={pricePerAsin(costs)} note={rateNote(costs, status)} />
    </dl>
  );
}

const daysLeft = (period: Costs['period']): string => `${dayCount(period.daysLeft)} left`;

interface FigureProps {
  readonly name: ReactNode;
  readonly value: string;
  readonly note: string;
}

function Figure({ name, value, note }: FigureProps) {
  return (
    <div className="figure">
      <dt className="meta">{name}</dt>
      <dd>
        <span className="figure__value figures">{value}</span>
        <span className="meta">{note}</span>
      </dd>
    </div>
  );
}

/** The average price of an ASIN on the last closed day, or by the forecast while no day is closed. */
function pricePerAsin({ dailyCostBreakdowns: [last], period }: Costs): string {
  const isFromLast = last !== undefined && dayOfCost(last) >= period.from;
  const amount = isFromLast ? shownAmount(last) : period.forecastAmount / Math.max(1, period.servedDaysLeft);
  const price = perAsin(amount, isFromLast ? last.quantity : period.asins);
  return price === '–' ? price : `$${price}`;
}

function rateNote({ tiers, period }: Costs, { discount, plan }: BillingStatus): string {
  if (discount) {
    return `${discount.percent}% off ${discount.to === null ? 'without end' : `until ${dateOf(discount.to)}`}`;
  }
  if (plan === 'package') return 'a package, spread over 30 days';
  return nextRate(tiers, period.asins) ?? 'the lowest rate';
}

function Waiting() {
  return (
    <SkeletonArea label="Loading the figures of the billing period">
      <span className="figures-bar__waiting">
        {[0, 1, 2, 3].map((place) => (
          <span key={place} className="figure">
            <Skeleton width="60%" height="16px" />
            <Skeleton width="40%" height="32px" />
            <Skeleton width="75%" height="16px" />
          </span>
        ))}
      </span>
    </SkeletonArea>
  );
}
