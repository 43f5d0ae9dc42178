import type { ReactNode } from 'react';
import '../layout/tabs.css';

interface Props<Value extends string> {
  readonly label: string;
  /** `name` is the text of a segment that shows only an icon. */
  readonly options: readonly { readonly value: Value; readonly content: ReactNode; readonly name?: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A switch between a few views. */
export function Segments<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <fieldset className="segments" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className="segment"
          aria-pressed={option.value === value}
          aria-label={option.name}
          title={option.name}
          onClick={() => onChange(option.value)}
        >
          {option.content}
        </button>
      ))}
    </fieldset>
  );
}
