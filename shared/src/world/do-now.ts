import { issueStatus, isUnchecked, itemStatus } from '../domain/issue-status.ts';
import type { Product } from '../contract/sentinel.ts';
import { issueRisk, urgencyOf, type IssueRisk } from './issue-risk.ts';
import { compareIssues, type Issue } from './open-issues.ts';

/** One product that needs somebody, with the issue that costs most. */
export interface ToDo {
  readonly issue: Issue;
  readonly product: Product;
  /** `null` where nobody knows what it costs. */
  readonly risk: IssueRisk | null;
  /** Further open issues of the same product: most often symptoms of the same cause. */
  readonly others: number;
}

/** Open issues that are in no row, each counted once. */
export interface Rest {
  readonly alerts: number;
  readonly warnings: number;
  readonly inProgress: number;
  readonly seen: number;
}

export interface DoNow {
  /** What needs somebody, in no order: products with a new alert; where there are none, those with a new warning. */
  readonly things: readonly ToDo[];
  readonly top: readonly ToDo[];
  readonly rest: Rest;
  /** Whether what is in no row is known to cost less than what is in one. */
  readonly isRestSmaller: boolean;
}

interface Sources {
  readonly issues: ReadonlyMap<string, readonly Issue[]>;
  readonly byId: ReadonlyMap<string, Product>;
  readonly now: number;
}

/** Looks, section 7: never a fourth row. */
const rows = 3;

/** One row for each product, alerts before warnings, then by money and the time that is left, then the newest. */
export function doNow({ issues, byId, now }: Sources): DoNow {
  const toDos: ToDo[] = [];
  const first: Weighed[] = [];
  const rest: Record<keyof Rest, number> = { ...nothing };
  for (const [productId, all] of issues) {
    const { weighed, places } = knownOf(all, byId.get(productId), now);
    add(rest, places, 1);
    if (!weighed) continue;
    toDos.push(weighed.toDo);
    keepFirst(first, weighed);
  }
  const firstToDos = first.map(({ toDo }) => toDo);
  const top = firstToDos.slice(0, rows);
  for (const { product } of top) add(rest, placesOf(issues.get(product.productId) ?? []), -1);
  const alerts = toDos.filter(isAlert);
  const next = firstToDos[rows];
  return {
    things: alerts.length > 0 ? alerts : toDos,
    top,
    rest,
    isRestSmaller: top.every(({ risk }) => risk !== null) && !(next && isAlert(next) && next.risk === null),
  };
}

/** The first of all in their order, and one more: of thousands only a handful is wanted. */
function keepFirst(first: Weighed[], one: Weighed): void {
  const last = first[rows];
  if (last && compareWeighed(last, one) <= 0) return;
  const at = first.findIndex((other) => compareWeighed(one, other) < 0);
  first.splice(at < 0 ? first.length : at, 0, one);
  if (first.length > rows + 1) first.pop();
}

/** What costs nobody knows how much stands after what is known to cost something. */
interface Weighed {
  readonly toDo: ToDo;
  readonly weight: number;
}

interface Known {
  readonly product: Product | undefined;
  readonly now: number;
  readonly weighed: Weighed | null;
  readonly places: Rest;
}

const kept = new WeakMap<readonly Issue[], Known>();

/** Looked up again only for a product that has changed, or whose issues have: there are thousands. */
function knownOf(all: readonly Issue[], product: Product | undefined, now: number): Known {
  const known = kept.get(all);
  if (known && known.product === product && known.now === now) return known;
  const found = { product, now, weighed: product ? toDoOf(all, product, now) : null, places: placesOf(all) };
  kept.set(all, found);
  return found;
}

const isAlert = ({ issue }: ToDo): boolean => issue.item.status === itemStatus.alert;

function toDoOf(all: readonly Issue[], product: Product, now: number): Weighed | null {
  const unchecked = all.filter(({ item }) => isUnchecked(item));
  const worst = Math.max(...unchecked.map(({ item }) => item.status));
  const candidates = unchecked
    .filter(({ item }) => item.status === worst)
    .map((issue) => weighedBy({ issue, product, risk: issueRisk({ ...issue, product, now }), others: all.length - 1 }));
  return candidates.toSorted(compareWeighed)[0] ?? null;
}

const weighedBy = (toDo: ToDo): Weighed => ({ toDo, weight: toDo.risk ? urgencyOf(toDo.risk) : 0 });

function compareWeighed(a: Weighed, b: Weighed): number {
  const [one, other] = [a.toDo.issue.item, b.toDo.issue.item];
  return other.status - one.status || b.weight - a.weight || compareIssues(one, other);
}

const nothing: Rest = { alerts: 0, warnings: 0, inProgress: 0, seen: 0 };

function placesOf(all: readonly Issue[]): Rest {
  const places = { ...nothing };
  for (const { item } of all) places[placeOf(item)] += 1;
  return places;
}

function add(rest: Record<keyof Rest, number>, places: Rest, sign: 1 | -1): void {
  rest.alerts += sign * places.alerts;
  rest.warnings += sign * places.warnings;
  rest.inProgress += sign * places.inProgress;
  rest.seen += sign * places.seen;
}

function placeOf(item: Issue['item']): keyof Rest {
  if (item.issueStatus === issueStatus.inProgress) return 'inProgress';
  if (item.issueStatus === issueStatus.seen) return 'seen';
  return item.status === itemStatus.alert ? 'alerts' : 'warnings';
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
