import type { CSSProperties, ReactNode } from 'react';
import './chart.css';

export interface LegendEntry {
  readonly id: string;
  readonly name: ReactNode;
  /** The full name when `name` is cut. */
  readonly title?: string;
  /** A total after the name. */
  readonly value?: string;
  /** A CSS colour. */
  readonly colour: string;
  readonly look?: 'line' | 'dashed' | 'dotted' | 'band';
}

interface Props {
  readonly label: string;
  readonly entries: readonly LegendEntry[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

/** The series with their looks; pressing one hides or shows it. */
export function ChartLegend({ label, entries, hidden, onToggle }: Props) {
  return (
    <ul className="legend" aria-label={label}>
      {entries.map(({ id, name, title, value, colour, look = 'line' }) => (
        <li key={id}>
          <button
            type="button"
            className="legend__entry"
            aria-pressed={!hidden.has(id)}
            title={title}
            onClick={() => onToggle(id)}
          >
            <i className={`legend__mark legend__mark--${look}`} style={markStyle(colour)} />
            <span>{name}</span>
            {value !== undefined && <b className="figures">{value}</b>}
          </button>
        </li>
      ))}
    </ul>
  );
}

const markStyle = (colour: string): CSSProperties => ({ color: colour });
