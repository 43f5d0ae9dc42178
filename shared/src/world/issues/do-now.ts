import type { RiskSum } from '../../domain/risk/risk-sum.ts';
import { urgencyOf } from './issue-risk.ts';
import { countPlaces, isAlert, leastKept, placesOf, type Places, type ToDo, type WeighedIssues } from './weighing.ts';
import { formatCount } from '../../base/format-count.ts';

export interface DoNow {
  /** The money at risk through products with a new alert or, if there is no such product, with a new warning. */
  readonly atRisk: RiskSum;
  readonly top: readonly ToDo[];
  /** The numbers of open issues of products that have no row. */
  readonly rest: Places;
  /**
   * Whether the new issues without a row certainly cost less than each row. This requires that the costs of all issues
   * as severe as the last row are known, and that the next product costs no more than any row.
   */
  readonly isRestSmaller: boolean;
}

/** The number of rows: at most three ("Looks", section 7). */
const rows = leastKept - 1;

/** Returns one row per product: alerts before warnings, then by money at risk and days left, then the newest first. */
export function doNow({ issues, alerts, warnings, places, first }: WeighedIssues): DoNow {
  const toDos = first.map(({ toDo }) => toDo);
  const top = toDos.slice(0, rows);
  const rest = { ...places };
  for (const { product } of top) countPlaces(rest, placesOf(issues.get(product.productId) ?? []), -1);
  return {
    atRisk: alerts.things > 0 ? alerts : warnings,
    top,
    rest,
    isRestSmaller: isSmaller(toDos[rows], { top, alerts, warnings }),
  };
}

function isSmaller(
  next: ToDo | undefined,
  { top, alerts, warnings }: Pick<DoNow, 'top'> & Pick<WeighedIssues, 'alerts' | 'warnings'>,
): boolean {
  const last = top.at(-1);
  const peers = last && isAlert(last) ? alerts : warnings;
  if (peers.unknown > 0 || top.some(({ risk }) => risk === null)) return false;
  const least = Math.min(...top.map(({ risk }) => (risk ? urgencyOf(risk) : 0)));
  return !next?.risk || urgencyOf(next.risk) <= least;
}

const some = (count: number, word: string): string => `${formatCount(count)} ${word}`;

/** Returns a text such as "And 21 smaller: 3 alerts, 15 warnings, 3 in progress." */
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
