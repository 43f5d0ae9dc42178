import type { CSSProperties, ReactNode } from 'react';
import './chart.css';

export interface LegendEntry {
  readonly id: string;
  readonly name: ReactNode;
  /** The whole name, where it is cut. */
  readonly title?: string;
  /** Stands after the name: a total. */
  readonly value?: string;
  /** CSS colour. */
  readonly colour: string;
  readonly look?: 'line' | 'dashed' | 'dotted' | 'band';
}

interface Props {
  readonly label: string;
  readonly entries: readonly LegendEntry[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

/** Each series with its look; pressing one takes it out of the chart and brings it back. */
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
