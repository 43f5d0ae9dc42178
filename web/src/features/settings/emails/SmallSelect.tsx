import { IconChevronDown } from '@tabler/icons-react';
import '../../../ui/fields/field.css';

interface Props {
  /** The label for screen readers; the row shows the visible name. */
  readonly label: string;
  readonly value: number;
  readonly options: readonly (readonly [number, string])[];
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
}

/** A select for the row of a setting. */
export function SmallSelect({ label, value, options, disabled = false, onChange }: Props) {
  return (
    <span className="input-box small-select">
      <select
        aria-label={label}
        className="input input--md select"
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      <span className="select-box__chevron">
        <IconChevronDown size={14} aria-hidden="true" />
      </span>
    </span>
  );
}
