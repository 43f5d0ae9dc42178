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
  for (const [productId, all] of issues) {
    const product = byId.get(productId);
    const toDo = product && knownToDo(all, product, now);
    if (toDo) toDos.push(toDo);
  }
  const first = firstOf(toDos, rows + 1);
  const top = first.slice(0, rows);
  const alerts = toDos.filter(isAlert);
  const next = first[rows];
  return {
    things: alerts.length > 0 ? alerts : toDos,
    top,
    rest: restOf(issues, new Set(top.map(({ product }) => product.productId))),
    isRestSmaller: top.every(({ risk }) => risk !== null) && !(next && isAlert(next) && next.risk === null),
  };
}

/** The first of them in their order, as if all were sorted: of thousands only a handful is wanted. */
function firstOf(toDos: readonly ToDo[], count: number): readonly ToDo[] {
  const first: ToDo[] = [];
  for (const toDo of toDos) {
    const last = first[count - 1];
    if (last && compareToDos(last, toDo) <= 0) continue;
    const at = first.findIndex((other) => compareToDos(toDo, other) < 0);
    first.splice(at < 0 ? first.length : at, 0, toDo);
    if (first.length > count) first.pop();
  }
  return first;
}

interface Known {
  readonly product: Product;
  readonly now: number;
  readonly toDo: ToDo | null;
}

const kept = new WeakMap<readonly Issue[], Known>();

/** Looked up again only for a product that has changed, or whose issues have. */
function knownToDo(all: readonly Issue[], product: Product, now: number): ToDo | null {
  const known = kept.get(all);
  if (known?.product === product && known.now === now) return known.toDo;
  const toDo = toDoOf(all, product, now);
  kept.set(all, { product, now, toDo });
  return toDo;
}

const isAlert = ({ issue }: ToDo): boolean => issue.item.status === itemStatus.alert;

function toDoOf(all: readonly Issue[], product: Product, now: number): ToDo | null {
  const unchecked = all.filter(({ item }) => isUnchecked(item));
  const worst = Math.max(...unchecked.map(({ item }) => item.status));
  const candidates = unchecked
    .filter(({ item }) => item.status === worst)
    .map((issue) => ({ issue, product, risk: issueRisk({ ...issue, product, now }), others: all.length - 1 }));
  return candidates.toSorted(compareToDos)[0] ?? null;
}

function compareToDos(a: ToDo, b: ToDo): number {
  const byLevel = b.issue.item.status - a.issue.item.status;
  return byLevel || weight(b) - weight(a) || compareIssues(a.issue.item, b.issue.item);
}

/** What costs nobody knows how much stands after what is known to cost something. */
const weight = ({ risk }: ToDo): number => (risk ? urgencyOf(risk) : 0);

function restOf(issues: Sources['issues'], inRows: ReadonlySet<string>): Rest {
  const rest = { alerts: 0, warnings: 0, inProgress: 0, seen: 0 };
  for (const [productId, all] of issues) {
    if (inRows.has(productId)) continue;
    for (const { item } of all) rest[placeOf(item)] += 1;
  }
  return rest;
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
