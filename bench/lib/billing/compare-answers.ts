import type { Json, ProviderAnswer } from './provider-side.ts';

/** The fields whose values Watchpost uses. All other fields are compared by their JSON type only. */
const comparedValues = new Set([
  'object',
  'status',
  'type',
  'code',
  'decline_code',
  'param',
  'currency',
  'collection_method',
  'amount_due',
  'amount_paid',
  'amount_remaining',
  'total',
  'attempt_count',
  'usage',
  'brand',
  'last4',
  'auto_advance',
]);

/** Objects whose keys are chosen by the caller or depend on the method of payment. */
const openObjects = new Set(['metadata', 'payment_method_options', 'parent']);

/**
 * Returns the differences that would mislead Watchpost: another status, a field that only the stand-in has, a field
 * with another JSON type, and another value of a field that Watchpost reads. A field that only the provider has is no
 * difference.
 */
export function compareAnswers(ours: ProviderAnswer, theirs: ProviderAnswer): readonly string[] {
  const status = ours.status === theirs.status ? [] : [`status ${ours.status}, not ${theirs.status}`];
  return [...status, ...compare(ours.body, theirs.body, '')];
}

function compare(ours: Json, theirs: Json, path: string): readonly string[] {
  // Either side may have null for an absent value, depending on the account.
  if (ours === null || theirs === null)
    return isCompared(path) && ours !== theirs ? [valueLine(ours, theirs, path)] : [];
  if (kindOf(ours) !== kindOf(theirs)) return [`${path}: ${kindOf(ours)}, not ${kindOf(theirs)}`];
  if (isList(ours) && isList(theirs)) return compareLists(ours, theirs, path);
  if (isObject(ours) && isObject(theirs)) return compareObjects(ours, theirs, path);
  return isCompared(path) && ours !== theirs ? [valueLine(ours, theirs, path)] : [];
}

type JsonObject = { readonly [key: string]: Json };

const isList = (json: Json): json is readonly Json[] => Array.isArray(json);
const isObject = (json: Json): json is JsonObject => typeof json === 'object' && json !== null && !Array.isArray(json);
const kindOf = (json: Json): string => (isList(json) ? 'list' : typeof json);
const isCompared = (path: string): boolean => comparedValues.has(path.slice(path.lastIndexOf('.') + 1));
const valueLine = (ours: Json, theirs: Json, path: string): string =>
  `${path}: ${JSON.stringify(ours)}, not ${JSON.stringify(theirs)}`;

/** Compares only the first elements, because all elements of a list have the same form. */
function compareLists(ours: readonly Json[], theirs: readonly Json[], path: string): readonly string[] {
  const [first, other] = [ours[0], theirs[0]];
  return first === undefined || other === undefined ? [] : compare(first, other, `${path}[]`);
}

function compareObjects(ours: JsonObject, theirs: JsonObject, path: string): readonly string[] {
  if (openObjects.has(path.slice(path.lastIndexOf('.') + 1))) return [];
  return Object.entries(ours).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const other = theirs[name];
    if (other === undefined) return [`${at}: only the stand-in has it`];
    return compare(value, other, at);
  });
}
