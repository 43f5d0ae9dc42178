import { IconSearch } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import './field.css';

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'size' | 'aria-label' | 'type'> {
  readonly label: string;
}

/** A filter field whose label is its placeholder; screen readers read the label. */
export function SearchField({ label, ...input }: Props) {
  return (
    <span className="input-box">
      <span className="input-box__before">
        <IconSearch size={16} aria-hidden="true" />
      </span>
      <input
        type="search"
        placeholder={label}
        {...input}
        aria-label={label}
        className="input input--md input--before"
      />
    </span>
  );
}
