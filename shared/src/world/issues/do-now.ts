import type { RiskSum } from '../../domain/risk/risk-sum.ts';
import { countPlaces, isAlert, leastKept, placesOf, type Places, type ToDo, type WeighedIssues } from './weighing.ts';

export interface DoNow {
  /** The money at risk through products with a new alert, or without any through those with a new warning. */
  readonly atRisk: RiskSum;
  readonly top: readonly ToDo[];
  /** The numbers of issues that are in no row. */
  readonly rest: Places;
  /** Whether everything outside the rows is known to cost less than the rows. */
  readonly isRestSmaller: boolean;
}

/** Looks, section 7: at most three rows. */
const rows = leastKept - 1;

/** One row for each product: alerts before warnings, then by money and days left, then the newest. */
export function doNow({ issues, alerts, warnings, places, first }: WeighedIssues): DoNow {
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
