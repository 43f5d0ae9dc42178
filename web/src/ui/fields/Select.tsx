import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field.tsx';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
}

interface Props extends FieldProps, Omit<ComponentProps<'select'>, 'className' | 'size' | 'id' | 'children'> {
  readonly options: readonly SelectOption[];
  /** Shown while nothing is chosen; it cannot be chosen itself. */
  readonly placeholder?: string;
  readonly size?: 'md' | 'lg';
}

export function Select(props: Props) {
  const { label, optional, aside, hint, error, options, placeholder, size = 'lg', ...select } = props;
  return (
    <Field label={label} optional={optional} aside={aside} hint={hint} error={error}>
      {(ids) => (
        <span className="input-box">
          <select
            {...select}
            {...ids}
            className={`input input--${size} select${select.value === '' ? ' select--empty' : ''}`}
          >
            {placeholder && (
              <option value="" disabled hidden>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className="select-box__chevron">
            <IconChevronDown size={16} aria-hidden="true" />
          </span>
        </span>
      )}
    </Field>
  );
}
