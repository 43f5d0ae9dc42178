import type { StockRow } from '../stock-rows.ts';
import { applyTo, type OwnThresholds } from '../../products/stock-state.ts';
import { whenText } from '../stock-words.ts';

/** The days on which the thresholds would alert at the current pace: "Alert on 13 Dec, warning on 6 Dec." */
export function previewText(row: StockRow, own: OwnThresholds, now: number): string {
  const { daysLeft, shipper, thresholds: known, defaults } = row;
  if (daysLeft === null || shipper === 'own' || own.lookbackDays !== known.lookbackDays) return '';
  const when = (bound: number) => (daysLeft <= bound ? 'now' : whenText(row, now, daysLeft - bound));
  const { alertDays, warningDays } = applyTo(own, defaults);
  // Without a threshold the alert comes when the stock is out.
  const alert = `alert ${when(alertDays ?? 0)}`;
  const isWarned = warningDays !== null && warningDays > (alertDays ?? 0) && daysLeft > (alertDays ?? 0);
  const text = isWarned ? `${alert}, warning ${when(warningDays)}` : alert;
  return `At this pace: ${text}.`;
}
