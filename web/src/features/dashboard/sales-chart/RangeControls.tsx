import type { Dispatch, FormEvent } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { SeveritySign } from '../../../ui/SeveritySign.tsx';
import { lookbacks, type RangeAction, type RangeForm } from './range-form.ts';

interface Props {
  readonly form: RangeForm;
  readonly dispatch: Dispatch<RangeAction>;
  readonly today: string;
  readonly isLoading: boolean;
}

const options = lookbacks.map((days) => ({ value: String(days), content: `${days} days` }));

/** The last so many days, or from and to. */
export function RangeControls({ form, dispatch, today, isLoading }: Props) {
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    dispatch({ type: 'go', today });
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
      <p className="range__error" role="alert">
        {form.error && (
          <>
            <SeveritySign level="alert" size={14} />
            {form.error}
          </>
        )}
      </p>
    </div>
  );
}
