import type { Dispatch, SyntheticEvent } from 'react';
import { Button } from '../../../ui/fields/Button.tsx';
import { SeveritySign } from '../../../ui/signs/SeveritySign.tsx';
import { IconChevronDown } from '@tabler/icons-react';
import { rangeChoices, type RangeAction, type RangeForm } from './cost-range.ts';

interface Props {
  readonly form: RangeForm;
  readonly dispatch: Dispatch<RangeAction>;
  readonly isLoading: boolean;
}

/** The choice of the shown range, in the head of the panel. */
export function RangeSelect({ form, dispatch }: Omit<Props, 'isLoading'>) {
  const handleChange = (value: string) => {
    const chosen = rangeChoices.find((one) => one.value === value);
    if (chosen) dispatch({ type: 'chosen', choice: chosen.value });
  };
  return (
    <span className="input-box cost-range__select">
      <select
        className="input input--md select"
        aria-label="Range"
        value={form.choice}
        onChange={({ target }) => handleChange(target.value)}
      >
        {rangeChoices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span className="select-box__chevron">
        <IconChevronDown size={16} aria-hidden="true" />
      </span>
    </span>
  );
}

/** The two dates of a custom range, below the head. */
export function CustomRange({ form, dispatch, isLoading }: Props) {
  if (form.choice !== 'custom') return null;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    dispatch({ type: 'applied' });
  };
  const field = (name: 'from' | 'to', label: string) => (
    <label className="cost-range__field">
      <span>{label}</span>
      <input
        type="date"
        className="input input--md"
        min="2000-01-01"
        value={form[name]}
        aria-invalid={form.error ? true : undefined}
        aria-describedby={form.error ? errorId : undefined}
        onChange={({ target }) => dispatch({ type: 'typed', field: name, value: target.value })}
      />
    </label>
  );
  return (
    <form className="cost-range" noValidate onSubmit={handleSubmit}>
      {field('from', 'Start date')}
      {field('to', 'End date')}
      <Button type="submit" busy={isLoading}>
        Apply
      </Button>
      <span className="field__error" role="alert" id={errorId}>
        {form.error && (
          <>
            <SeveritySign level="alert" size={14} />
            {form.error}
          </>
        )}
      </span>
    </form>
  );
}

const errorId = 'cost-range-error';
