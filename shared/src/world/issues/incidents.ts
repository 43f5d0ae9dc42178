import { causesOf, compareByCause, nearestCause, orderByCause, type IncidentProblem } from '../../watchdogs/causes.ts';
import { watchdogOf } from '../../watchdogs/registry.ts';
import { lowerFirst } from '../news-text.ts';
import type { Issue } from './open-issues.ts';
import { formatCount } from '../../base/format-count.ts';

/**
 * Returns the nearest cause of an issue among the product's issues, as words such as "the listing is suspended"; `null`
 * if there is none.
 */
export function causeText(issue: Issue, ofProduct: readonly Issue[]): string | null {
  const { incident } = issue.item;
  if (!incident) return null;
  const members = ofProduct.filter(({ item }) => item.incident?.incidentId === incident.incidentId);
  const cause = nearestCause(issue.type, problemsOf(members));
  return cause === null ? null : wordsOf(cause);
}

/** Sorts the members of an incident: the cause first, then its consequences, the earliest first within a kind. */
export function membersInOrder(members: readonly Issue[]): readonly Issue[] {
  const byType = Map.groupBy(members, ({ type }) => type);
  return orderByCause(problemsOf(members)).flatMap((type) =>
    (byType.get(type) ?? []).toSorted((a, b) => compareTexts(a.item.date ?? '', b.item.date ?? '')),
  );
}

/**
 * Returns a sentence such as "Sales dropped because the buy box is lost, and a bad review is on top" or "Buy box lost,
 * 40 products, seller A2UKR47RHS0DCY". The members must be in the order of `membersInOrder`.
 */
export function incidentSentence(members: readonly Issue[]): string {
  const types = [...new Set(members.map(({ type }) => type))];
  const [lead = '', ...others] = types;
  const isLeadCause = problemsOf(members).some(({ type, mayCause }) => type === lead && mayCause);
  const isConsequence = (type: string): boolean => isLeadCause && causesOf(type).has(lead);
  const consequences = others.filter(isConsequence);
  const rest = others.filter((type) => !isConsequence(type)).map(wordsOfAny);
  const products = new Set(members.map(({ item }) => item.productId)).size;
  const cause = members.find(({ item }) => item.incident?.cause)?.item.incident?.cause ?? '';
  return [
    consequences.length === 0 ? headlineOf(lead) : `${headlinesOf(consequences)} because ${wordsOf(lead)}`,
    ...(rest.length === 0 ? [] : [rest.length === 1 ? `and ${joinTexts(rest)}` : joinTexts(rest)]),
    ...(products < 2 ? [] : [`${formatCount(products)} products`]),
    ...(cause === '' ? [] : [cause]),
  ].join(', ');
}

/**
 * Returns how an issue relates to the other problems of its product in the incident: "Because the listing is
 * suspended", or "It is the cause of: buy box lost" if its consequence was found first; `null` if no problem is related
 * to it.
 */
export function relationText(type: string, problems: readonly IncidentProblem[]): string | null {
  const cause = nearestCause(type, problems);
  if (cause !== null) return `Because ${wordsOf(cause)}`;
  if (!problems.some((one) => one.type === type && one.mayCause)) return null;
  const types = [...new Set(problems.map((one) => one.type))];
  const consequences = types.filter((other) => causesOf(other).has(type)).toSorted(compareByCause);
  return consequences.length === 0 ? null : `It is the cause of: ${lowerFirst(headlinesOf(consequences))}`;
}

/** The incident of an alert in the form that programs receive. */
interface ProgramIncident {
  readonly id: string;
  /** The nearest kind of the same product that causes this alert; `null` if there is none. */
  readonly cause: string | null;
  /** The kinds of the product's issues in the incident, the cause first. */
  readonly watchdogs: readonly string[];
  readonly text: string | null;
}

interface IncidentMember {
  readonly incidentId: string;
  readonly type: string;
  /** The product's issues in the incident, in any order. */
  readonly problems: readonly IncidentProblem[];
  /** The attribute that the products of the incident share: 'seller A2UKR47RHS0DCY'; empty if none is known. */
  readonly common: string;
}

export function programIncident({ incidentId, type, problems, common }: IncidentMember): ProgramIncident {
  return {
    id: incidentId,
    cause: nearestCause(type, problems),
    watchdogs: orderByCause(problems),
    text: relationText(type, problems) ?? (common === '' ? null : common),
  };
}

/** Returns the kinds of these issues, each once. A kind may be a cause if at least one of its issues may be. */
function problemsOf(members: readonly Issue[]): readonly IncidentProblem[] {
  const byType = new Map<string, boolean>();
  for (const { type, item } of members) {
    byType.set(type, (byType.get(type) ?? false) || item.isNoCause !== true);
  }
  return [...byType].map(([type, mayCause]) => ({ type, mayCause }));
}

const wordsOf = (type: string): string => watchdogOf(type)?.asCause?.words ?? lowerFirst(headlineOf(type));

/**
 * Returns words that fit any subject of the kind. `asCause.words` may describe only one subject, such as stock that is
 * gone; the headline is used then.
 */
const wordsOfAny = (type: string): string =>
  watchdogOf(type)?.asCause?.about === undefined ? wordsOf(type) : lowerFirst(headlineOf(type));

const headlineOf = (type: string): string => watchdogOf(type)?.headline ?? type;

function headlinesOf(types: readonly string[]): string {
  const [first = '', ...others] = types.map(headlineOf);
  return joinTexts([first, ...others.map(lowerFirst)]);
}

const joinTexts = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
