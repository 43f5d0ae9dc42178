import { causesOf, compareByCause } from '../../watchdogs/causes.ts';
import { watchdogOf } from '../../watchdogs/registry.ts';
import type { Issue } from './open-issues.ts';

/** "the listing is suspended": the nearest cause of an issue among those of its product; `null` without one. */
export function causeText(issue: Issue, ofProduct: readonly Issue[]): string | null {
  const { incident } = issue.item;
  if (!incident) return null;
  const places = causesOf(issue.type);
  const [nearest] = ofProduct
    .filter(({ type, item }) => places.has(type) && item.incident?.incidentId === incident.incidentId)
    .toSorted((a, b) => (places.get(a.type) ?? 0) - (places.get(b.type) ?? 0));
  return nearest ? wordsOf(nearest.type) : null;
}

/** The cause first, then its consequences, the earliest first. */
export const compareMembers = (a: Issue, b: Issue): number =>
  compareByCause(a.type, b.type) || compareTexts(a.item.date ?? '', b.item.date ?? '');

/**
 * "Buy box lost because the listing is suspended", "Buy box lost, 40 products, seller A2UKR47RHS0DCY". The members are
 * in the order of `compareMembers`.
 */
export function incidentSentence(members: readonly Issue[]): string {
  const types = [...new Set(members.map(({ type }) => type))];
  const [lead = '', ...others] = types;
  const consequences = others.filter((type) => causesOf(type).has(lead));
  const rest = others.filter((type) => !causesOf(type).has(lead));
  const products = new Set(members.map(({ item }) => item.productId)).size;
  return [
    consequences.length === 0 ? headlinesOf([lead]) : `${headlinesOf(consequences)} because ${wordsOf(lead)}`,
    ...(rest.length === 0 ? [] : [`with it ${lowerFirst(headlinesOf(rest))}`]),
    ...(products < 2 ? [] : [`${products.toLocaleString('en-US')} products`]),
    ...members.flatMap(({ item }) => item.incident?.cause || []).slice(0, 1),
  ].join(', ');
}

const wordsOf = (type: string): string => watchdogOf(type)?.asCause?.words ?? lowerFirst(headlineOf(type));

const headlineOf = (type: string): string => watchdogOf(type)?.headline ?? type;

function headlinesOf(types: readonly string[]): string {
  const [first = '', ...others] = types.map(headlineOf);
  const all = [first, ...others.map(lowerFirst)];
  return all.length < 2 ? first : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** Leaves names such as "Prime" and "FBA" as they are. */
const lowerFirst = (text: string): string =>
  /^(Prime|[A-Z]{2})/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
