import type { RiskSum } from '../domain/risk-sum.ts';
import { countPlaces, isAlert, leastKept, placesOf, type Places, type ToDo, type Weighing } from './weighing.ts';

export interface DoNow {
  /** Of what needs somebody: products with a new alert; where there are none, those with a new warning. */
  readonly atRisk: RiskSum;
  readonly top: readonly ToDo[];
  /** Of what is in no row. */
  readonly rest: Places;
  /** Whether what is in no row is known to cost less than what is in one. */
  readonly isRestSmaller: boolean;
}

/** Looks, section 7: never a fourth row. */
const rows = leastKept - 1;

/** One row for each product, alerts before warnings, then by money and the time that is left, then the newest. */
export function doNow({ issues, alerts, warnings, places, first }: Weighing): DoNow {
  const toDos = first.map(({ toDo }) => toDo);
  const top = toDos.slice(0, rows);
  const rest = { ...places };
  for (const { product } of top) countPlaces(rest, placesOf(issues.get(product.productId) ?? []), -1);
  const next = toDos[rows];
  return {
    atRisk: alerts.things > 0 ? alerts : warnings,
    top,
    rest,
    isRestSmaller: top.every(({ risk }) => risk !== null) && !(next && isAlert(next) && next.risk === null),
  };
}

const some = (count: number, word: string): string => `${count.toLocaleString('en-US')} ${word}`;

/** "And 21 smaller: 3 alerts, 15 warnings, 3 in progress." */
export function restText({ rest, isRestSmaller }: Pick<DoNow, 'rest' | 'isRestSmaller'>): string {
  const { alerts, warnings, inProgress, seen } = rest;
  const all = alerts + warnings + inProgress + seen;
  if (all === 0) return 'That is all.';
  const parts = [
    alerts > 0 && some(alerts, alerts === 1 ? 'alert' : 'alerts'),
    warnings > 0 && some(warnings, warnings === 1 ? 'warning' : 'warnings'),
    inProgress > 0 && some(inProgress, 'in progress'),
    seen > 0 && some(seen, 'seen'),
  ].filter((part) => part !== false);
  return `And ${some(all, isRestSmaller ? 'smaller' : 'more')}: ${parts.join(', ')}.`;
}
