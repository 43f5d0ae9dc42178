import type { CSSProperties } from 'react';
import type { StockRow } from './stock-rows.ts';
import { levelOfState } from '../products/stock-state.ts';
import { noRunwayText, runwayText } from './stock-words.ts';

/** The end of the scale that all rows share. */
export const scaleDays = 90;

const share = (days: number): string => `${Math.min(100, Math.max(0, (days / scaleDays) * 100)).toFixed(2)}%`;

/** Solid lasts, outlined is on its way, dashed red is an empty shelf; the mark is the line at which it alerts. */
export function RunwayBar({ row }: { readonly row: StockRow }) {
  const { daysLeft, daysOnTheWay, thresholds, shelf, shipper, units } = row;
  const none = noRunwayText(row);
  if (none !== null) return <span className="meta runway__none">{none}</span>;
  const level = shelf === shipper ? levelOfState[row.state] : 'ok';
  const bound = thresholds.alertDays ?? thresholds.warningDays;
  const isOut = units === 0;
  const isBeyond = (daysLeft ?? 0) + (daysOnTheWay ?? 0) > scaleDays;
  return (
    <span className={`bar bar--${level}${isBeyond ? ' bar--beyond' : ''}`} title={runwayText(row)}>
      <span className="visually-hidden">{runwayText(row)}</span>
      {isOut && <i className={daysOnTheWay ? 'bar__empty' : 'bar__empty bar__empty--open'} />}
      {!isOut && <i className="bar__stock" style={{ width: share(daysLeft ?? 0) }} />}
      {daysOnTheWay !== null && daysOnTheWay > 0 && <i className="bar__way" style={{ width: share(daysOnTheWay) }} />}
      {bound !== null && bound <= scaleDays && !isOut && shelf === 'amazon' && (
        <i className="bar__line" style={at(bound)} />
      )}
    </span>
  );
}

const at = (days: number): CSSProperties => ({ left: share(days) });
