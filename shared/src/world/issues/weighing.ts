import { issueStatus, isUnchecked, itemStatus } from '../../domain/issue-status.ts';
import type { Product } from '../../contract/world.ts';
import { RiskSum } from '../../domain/risk/risk-sum.ts';
import { issueRisk, urgencyOf, type IssueRisk } from './issue-risk.ts';
import { compareIssues, productsChanged, type Issue, type OpenIssues } from './open-issues.ts';

/** A product that needs attention, with its most expensive issue. */
export interface ToDo {
  readonly issue: Issue;
  readonly product: Product;
  /** The money at risk; `null` when the cost is unknown. */
  readonly risk: IssueRisk | null;
  /** The number of other open issues of the product, which often have the same cause. */
  readonly others: number;
}

/** The numbers of open issues by state of triage; each issue is counted once. */
export interface Places {
  readonly alerts: number;
  readonly warnings: number;
  readonly inProgress: number;
  readonly seen: number;
}

export interface WeighingInput {
  readonly issues: OpenIssues;
  readonly byId: ReadonlyMap<string, Product>;
  readonly now: number;
}

/** The totals over all products, and the first products in the order of urgency. */
export interface WeighedIssues extends WeighingInput {
  readonly alerts: RiskSum;
  readonly warnings: RiskSum;
  readonly places: Places;
  /** The first products that need attention, the most urgent first. */
  readonly first: readonly WeighedToDo[];
}

/** At least this many of the first products are kept: those that have a row, and the next one. */
export const leastKept = 4;
/**
 * At most this many of the first products are kept. The reserve avoids weighing all products again when users finish
 * the first ones.
 */
const mostKept = 32;

/**
 * Weighs only the products whose issues have changed if the products and the hour are the same as in the last result;
 * otherwise weighs all.
 */
export const weigh = (sources: WeighingInput, last: WeighedIssues | null = null): WeighedIssues =>
  last?.byId === sources.byId && last.now === sources.now ? weighChanged(last, sources) : weighAll(sources);

function weighAll(sources: WeighingInput): WeighedIssues {
  const { issues, byId, now } = sources;
  const all = { ...sources, alerts: RiskSum.of([]), warnings: RiskSum.of([]), places: { ...nothing } };
  for (const [productId, ofProduct] of issues) tally(all, knownOf(ofProduct, byId.get(productId), now), 1);
  return { ...all, first: firstOf(sources) };
}

function firstOf({ issues, byId, now }: WeighingInput): readonly WeighedToDo[] {
  const first: WeighedToDo[] = [];
  for (const [productId, ofProduct] of issues) {
    const { weighed } = knownOf(ofProduct, byId.get(productId), now);
    if (!weighed) continue;
    insert(first, weighed);
    if (first.length > mostKept) first.pop();
  }
  return first;
}

function weighChanged(before: WeighedIssues, sources: WeighingInput): WeighedIssues {
  const { byId, now } = sources;
  const { alerts, warnings, places } = before;
  const all = { ...sources, alerts: alerts.copy(), warnings: warnings.copy(), places: { ...places } };
  const changed = new Set(productsChanged(before.issues, sources.issues));
  const first = before.first.filter(({ toDo }) => !changed.has(toDo.product.productId));
  // If not all products were kept, the others are only known to come after the last kept one.
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

const thingsIn = ({ alerts, warnings }: Pick<WeighedIssues, 'alerts' | 'warnings'>): number =>
  alerts.things + warnings.things;

function tally({ alerts, warnings, places }: Tally, { weighed, places: ofOne }: KnownProduct, sign: 1 | -1): void {
  countPlaces(places, ofOne, sign);
  if (weighed) (isAlert(weighed.toDo) ? alerts : warnings).count(weighed.toDo.risk?.money ?? null, sign);
}

interface Tally extends Pick<WeighedIssues, 'alerts' | 'warnings'> {
  readonly places: Record<keyof Places, number>;
}

function insert(first: WeighedToDo[], one: WeighedToDo): void {
  const end = first.at(-1);
  if (first.length >= mostKept && end && compareWeighed(end, one) <= 0) return;
  const at = first.findIndex((other) => compareWeighed(one, other) < 0);
  first.splice(at < 0 ? first.length : at, 0, one);
}

/**
 * A product with its weight for sorting. The weight is 0 if its cost is unknown, so that it comes after those with a
 * known cost.
 */
interface WeighedToDo {
  readonly toDo: ToDo;
  readonly weight: number;
}

interface KnownProduct {
  readonly product: Product | undefined;
  readonly now: number;
  readonly weighed: WeighedToDo | null;
  readonly places: Places;
}

const none: readonly Issue[] = [];
const kept = new WeakMap<readonly Issue[], KnownProduct>();

/**
 * Returns what is known of a product, cached by its list of issues. It is computed again only when the product, its
 * issues or the hour change, because there are thousands of products.
 */
function knownOf(all: readonly Issue[], product: Product | undefined, now: number): KnownProduct {
  const known = kept.get(all);
  if (known && known.product === product && known.now === now) return known;
  const found = { product, now, weighed: product ? toDoOf(all, product, now) : null, places: placesOf(all) };
  kept.set(all, found);
  return found;
}

export const isAlert = ({ issue }: ToDo): boolean => issue.item.status === itemStatus.alert;

/**
 * Finds the product's most urgent issue. It uses loops, because thousands of products are weighed while a page opens.
 */
function toDoOf(all: readonly Issue[], product: Product, now: number): WeighedToDo | null {
  let worst: number = itemStatus.ok;
  for (const { item } of all) if (isUnchecked(item) && item.status > worst) worst = item.status;
  let first: WeighedToDo | null = null;
  for (const issue of all) {
    if (issue.item.status !== worst || !isUnchecked(issue.item)) continue;
    const { type, item } = issue;
    const weighed = weighedBy({
      issue,
      product,
      risk: issueRisk({ type, item, product, now }),
      others: all.length - 1,
    });
    if (first === null || compareWeighed(weighed, first) < 0) first = weighed;
  }
  return first;
}

const weighedBy = (toDo: ToDo): WeighedToDo => ({ toDo, weight: toDo.risk ? urgencyOf(toDo.risk) : 0 });

function compareWeighed(a: WeighedToDo, b: WeighedToDo): number {
  const [one, other] = [a.toDo.issue.item, b.toDo.issue.item];
  return other.status - one.status || b.weight - a.weight || compareIssues(one, other) || compareIds(one, other);
}

/** Sorts products that are otherwise equal by id, so that each keeps its place whatever changes around it. */
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
