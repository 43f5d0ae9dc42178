import type { Note } from './note.ts';
import './chart.css';

interface Props {
  readonly note: Note;
  /** The position of the cursor in CSS pixels from the left of the parent. */
  readonly left: number;
  readonly isFlipped: boolean;
}

/** The note of the cursor, on the side of the cursor that has more room, never over the cursor. */
export function ChartTip({ note: { title, remark, lines }, left, isFlipped }: Props) {
  return (
    <div className={isFlipped ? 'chart__tip chart__tip--left' : 'chart__tip'} style={{ left }}>
      <b className="medium">{title}</b>
      {remark && <span className="dim">{remark}</span>}
      {lines.map(({ label, value, colour }) => (
        <span key={label} className="chart__tip-line">
          <i style={{ background: colour ?? 'none' }} />
          <span>{label}</span>
          <b className="figures">{value}</b>
        </span>
      ))}
    </div>
  );
}
