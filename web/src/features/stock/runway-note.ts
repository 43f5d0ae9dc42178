import type { StockOrder } from './stock-order.ts';
import type { StockRow } from './stock-rows.ts';

/** Returns the note on order and pace of the table: "shortest first, at the pace of the last 30 days". */
export function runwayNote(rows: readonly StockRow[], { by, isDescending }: StockOrder): string {
  const pace = paceText(rows);
  if (by !== 'daysLeft') return pace;
  return `${isDescending ? 'longest' : 'shortest'} first, ${pace}`;
}

function paceText(rows: readonly StockRow[]): string {
  const [first] = rows;
  const lookback = first?.thresholds.lookbackDays;
  if (rows.some(({ thresholds }) => thresholds.lookbackDays !== lookback)) {
    return 'each at the pace of its own lookback days';
  }
  return lookback === 1 ? 'at the pace of the last day' : `at the pace of the last ${lookback} days`;
}
