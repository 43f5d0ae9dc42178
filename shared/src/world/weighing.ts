import { issueStatus, isUnchecked, itemStatus } from '../domain/issue-status.ts';
import type { Product } from '../contract/world.ts';
import { RiskSum } from '../domain/risk-sum.ts';
import { issueRisk, urgencyOf, type IssueRisk } from './issue-risk.ts';
import { compareIssues, productsChanged, type Issue, type OpenIssues } from './open-issues.ts';

/** One product that needs somebody, with the issue that costs most. */
export interface ToDo {
  readonly issue: Issue;
  readonly product: Product;
  /** `null` where nobody knows what it costs. */
  readonly risk: IssueRisk | null;
  /** Further open issues of the same product: most often symptoms of the same cause. */
  readonly others: number;
}

/** Open issues by what has become of them, each counted once. */
export interface Places {
  readonly alerts: number;
  readonly warnings: number;
  readonly inProgress: number;
  readonly seen: number;
}

export interface ToWeigh {
  readonly issues: OpenIssues;
  readonly byId: ReadonlyMap<string, Product>;
  readonly now: number;
}

/** What the products come to together. */
export interface Weighing extends ToWeigh {
  readonly alerts: RiskSum;
  readonly warnings: RiskSum;
  readonly places: Places;
  /** The first of all that need somebody, in their order. */
  readonly first: readonly Weighed[];
}

/** So many of the first are always known: those that are shown, and the next. */
export const leastKept = 4;
/** Of thousands only a handful is wanted; so many are kept that not all are looked through when the first are gone. */
const mostKept = 32;

/** Of the same products at the same hour as last time only those are weighed whose issues are others now. */
export const weigh = (sources: ToWeigh, last: Weighing | null = null): Weighing =>
  last?.byId === sources.byId && last.now === sources.now ? weighChanged(last, sources) : weighAll(sources);

function weighAll(sources: ToWeigh): Weighing {
  const { issues, byId, now } = sources;
  const all = { ...sources, alerts: RiskSum.of([]), warnings: RiskSum.of([]), places: { ...nothing } };
  for (const [productId, ofProduct] of issues) tally(all, knownOf(ofProduct, byId.get(productId), now), 1);
  return { ...all, first: firstOf(sources) };
}

function firstOf({ issues, byId, now }: ToWeigh): readonly Weighed[] {
  const first: Weighed[] = [];
  for (const [productId, ofProduct] of issues) {
    const { weighed } = knownOf(ofProduct, byId.get(productId), now);
    if (!weighed) continue;
    insert(first, weighed);
    if (first.length > mostKept) first.pop();
  }
  return first;
}

function weighChanged(before: Weighing, sources: ToWeigh): Weighing {
  const { byId, now } = sources;
  const { alerts, warnings, places } = before;
  const all = { ...sources, alerts: alerts.copy(), warnings: warnings.copy(), places: { ...places } };
  const changed = new Set(productsChanged(before.issues, sources.issues));
  const first = before.first.filter(({ toDo }) => !changed.has(toDo.product.productId));
  // Of those that are not kept it is only known that they stand behind the last one.
  const wereAllKept = before.first.length === thingsIn(before);
  const end = first.at(-1);
  for (const productId of changed) {
    const [was, is] = [before.issues, sources.issues].map((issues) =>
      knownOf(issues.get(productId) ?? none, byId.get(productId), now),
    );
    if (was) tally(all, was, -1);
    if (is) tally(all, is, 1);
    if (is?.weighed && (wereAllKept || (end && compareWeighed(is.weighed, end) < 0))) insert(first, is.weighed);
  }
  const isEnough = first.length >= leastKept || first.length === thingsIn(all);
  return { ...all, first: isEnough ? first.slice(0, mostKept) : firstOf(sources) };
}

const thingsIn = ({ alerts, warnings }: Pick<Weighing, 'alerts' | 'warnings'>): number =>
  alerts.things + warnings.things;

function tally({ alerts, warnings, places }: Tally, { weighed, places: ofOne }: Known, sign: 1 | -1): void {
  countPlaces(places, ofOne, sign);
  if (weighed) (isAlert(weighed.toDo) ? alerts : warnings).count(weighed.toDo.risk?.money ?? null, sign);
}

interface Tally extends Pick<Weighing, 'alerts' | 'warnings'> {
  readonly places: Record<keyof Places, number>;
}

function insert(first: Weighed[], one: Weighed): void {
  const end = first.at(-1);
  if (first.length >= mostKept && end && compareWeighed(end, one) <= 0) return;
  const at = first.findIndex((other) => compareWeighed(one, other) < 0);
  first.splice(at < 0 ? first.length : at, 0, one);
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
  readonly places: Places;
}

const none: readonly Issue[] = [];
const kept = new WeakMap<readonly Issue[], Known>();

/** Looked up again only for a product that has changed, or whose issues have: there are thousands. */
function knownOf(all: readonly Issue[], product: Product | undefined, now: number): Known {
  const known = kept.get(all);
  if (known && known.product === product && known.now === now) return known;
  const found = { product, now, weighed: product ? toDoOf(all, product, now) : null, places: placesOf(all) };
  kept.set(all, found);
  return found;
}

export const isAlert = ({ issue }: ToDo): boolean => issue.item.status === itemStatus.alert;

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
  return other.status - one.status || b.weight - a.weight || compareIssues(one, other) || compareIds(one, other);
}

/** What is alike in all else keeps its place whatever changes around it. */
function compareIds({ productId: a }: Issue['item'], { productId: b }: Issue['item']): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const nothing: Places = { alerts: 0, warnings: 0, inProgress: 0, seen: 0 };

export function placesOf(all: readonly Issue[]): Places {
  const places = { ...nothing };
  for (const { item } of all) places[placeOf(item)] += 1;
  return places;
}

export function countPlaces(sum: Record<keyof Places, number>, places: Places, sign: 1 | -1): void {
  sum.alerts += sign * places.alerts;
  sum.warnings += sign * places.warnings;
  sum.inProgress += sign * places.inProgress;
  sum.seen += sign * places.seen;
}

function placeOf(item: Issue['item']): keyof Places {
  if (item.issueStatus === issueStatus.inProgress) return 'inProgress';
  if (item.issueStatus === issueStatus.seen) return 'seen';
  return item.status === itemStatus.alert ? 'alerts' : 'warnings';
}
