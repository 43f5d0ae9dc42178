import type { Dispatch, FormEvent } from 'react';
import { mostChartDays } from '@app/shared/domain/chart-range.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Segments } from '../../../ui/fields/Segments.tsx';
import { SeveritySign } from '../../../ui/signs/SeveritySign.tsx';
import { lookbacks, type RangeAction, type RangeForm } from './range-form.ts';

interface Props {
  readonly form: RangeForm;
  readonly dispatch: Dispatch<RangeAction>;
  readonly marketplace: string;
  readonly today: string;
  readonly isLoading: boolean;
}

const options = lookbacks.map((days) => ({ value: String(days), content: <Days days={days} />, name: `${days} days` }));

function Days({ days }: { readonly days: number }) {
  return (
    <span>
      {days}
      <span className="sales-chart__wide"> days</span>
    </span>
  );
}

/** The choice of a range: the last days, or two dates. */
export function RangeControls({ form, dispatch, marketplace, today, isLoading }: Props) {
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isIncomplete = [...event.currentTarget.querySelectorAll('input')].some(({ validity }) => validity.badInput);
    dispatch({ type: 'go', today, isIncomplete });
  };
  const handleLookback = (value: string) => {
    const days = lookbacks.find((one) => String(one) === value);
    if (days) dispatch({ type: 'lookback', days });
  };
  const dateField = (field: 'from' | 'to', label: string) => (
    <label className="range__field">
      <span>{label}</span>
      <input
        type="date"
        className="input"
        min="2000-01-01"
        max={today}
        value={form[field]}
        aria-invalid={form.error ? true : undefined}
        onChange={(event) => dispatch({ type: 'typed', field, value: event.target.value })}
      />
    </label>
  );
  return (
    <div className="range">
      <Segments label="Last days" options={options} value={String(form.asked.lookbackDays)} onChange={handleLookback} />
      <form className="range__dates" noValidate onSubmit={handleSubmit}>
        {dateField('from', 'From')}
        {dateField('to', 'To')}
        <Button type="submit" size="sm" busy={isLoading}>
          Go
        </Button>
      </form>
      <RangeNote error={form.error} errorNo={form.errorNo} marketplace={marketplace} />
    </div>
  );
}

interface NoteProps extends Pick<RangeForm, 'error' | 'errorNo'> {
  readonly marketplace: string;
}

function RangeNote({ error, errorNo, marketplace }: NoteProps) {
  return (
    <p className={error === null ? 'range__note' : 'range__note range__note--error'}>
      {error === null && `Days of the marketplace ${marketplace}, ${mostChartDays} at most`}
      <span role="alert">
        {error !== null && (
          // An error of another number is announced, also if it has the text of the one before.
          <span key={errorNo}>
            <SeveritySign level="alert" size={14} /> {error}
          </span>
        )}
      </span>
    </p>
  );
}
