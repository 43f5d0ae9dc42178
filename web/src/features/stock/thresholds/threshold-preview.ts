import type { StockRow } from '../stock-rows.ts';
import type { Thresholds } from '../../products/stock-state.ts';
import { dayText } from '../stock-words.ts';

/** What thresholds would mean for a product at its pace of today: "Alert on 13 Dec, warning on 6 Dec." */
export function previewText(row: StockRow, thresholds: Thresholds, now: number): string {
  const { daysLeft, shipper, thresholds: known } = row;
  if (daysLeft === null || shipper === 'own' || thresholds.lookbackDays !== known.lookbackDays) return '';
  const when = (bound: number) => (daysLeft <= bound ? 'now' : `on ${dayText(row, now, daysLeft - bound)}`);
  const { alertDays, warningDays } = thresholds;
  // Without a bound it alerts when none is left.
  const alert = `alert ${when(alertDays ?? 0)}`;
  const isWarned = warningDays !== null && warningDays > (alertDays ?? 0) && daysLeft > (alertDays ?? 0);
  const text = isWarned ? `${alert}, warning ${when(warningDays)}` : alert;
  return `At this pace: ${text}.`;
}
