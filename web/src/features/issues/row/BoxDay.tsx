import type { CSSProperties } from 'react';
import { boxPaint, boxWords, type BoxHours } from './box-day.ts';
import './box-day.css';

/**
 * Who had the buy box, hour by hour and in words (looks, section 8). All of it is one element, as there may be one in
 * every row: the strip and the line above it are drawn by the style sheet.
 */
export function BoxDay({ day }: { readonly day: BoxHours }) {
  const painted: Painted = { '--box-day': boxPaint(day) };
  return (
    <p className="box-day" data-caption="Buy box, last 24 h" style={painted}>
      {boxWords(day)}
    </p>
  );
}

interface Painted extends CSSProperties {
  readonly '--box-day': string;
}
