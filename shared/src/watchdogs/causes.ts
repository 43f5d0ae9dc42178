import { watchdogOf, watchdogs } from './registry.ts';

/**
 * Returns the kinds whose problems may cause a problem of this kind, directly or through other kinds. Each kind has a
 * rank; the nearest cause has the lowest.
 */
export function causesOf(type: string): ReadonlyMap<string, number> {
  return causesByType.get(type) ?? none;
}

/** Whether a problem of this kind may be the cause of others, or their consequence. */
export const hasRelations = (type: string): boolean => related.has(type);

/** Sorts kinds so that each comes after its causes. */
export const compareByCause = (a: string, b: string): number =>
  (placeInOrder.get(a) ?? watchdogs.length) - (placeInOrder.get(b) ?? watchdogs.length);

/** A problem of an incident: its kind, and whether it may be the cause of others. */
export interface IncidentProblem {
  readonly type: string;
  readonly mayCause: boolean;
}

/**
 * Returns whether a problem with this subject may be the cause of others. Stock that is low may not, but stock that is
 * gone may.
 */
export function mayCause({ type, about }: { readonly type: string; readonly about: string | null }): boolean {
  const required = watchdogOf(type)?.asCause?.about;
  return required === undefined || required === about;
}

/** Returns the nearest cause of a kind among these problems, or `null` if there is none. */
export function nearestCause(type: string, problems: readonly IncidentProblem[]): string | null {
  const places = causesOf(type);
  const causes = problems.filter((other) => other.mayCause && places.has(other.type)).map((other) => other.type);
  return causes.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))[0] ?? null;
}

/**
 * Returns the kinds of an incident, each after its causes. If several kinds have no cause in the incident, the first
 * one is found from the last consequence by following the nearest causes, so that the incident gets the same
 * explanation as its members.
 */
export function orderByCause(problems: readonly IncidentProblem[]): readonly string[] {
  const inOrder = [...new Set(problems.map(({ type }) => type))].toSorted(compareByCause);
  const consequence = inOrder.findLast((type) => nearestCause(type, problems) !== null);
  if (consequence === undefined) return inOrder;
  const lead = firstCause(consequence, problems);
  return [lead, ...inOrder.filter((type) => type !== lead)];
}

function firstCause(type: string, problems: readonly IncidentProblem[]): string {
  const cause = nearestCause(type, problems);
  return cause === null ? type : firstCause(cause, problems);
}

const none: ReadonlyMap<string, number> = new Map();

const causesByType: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  watchdogs.map(({ type }) => [type, walkToCauses(type)]),
);

const related: ReadonlySet<string> = new Set(
  [...causesByType].flatMap(([type, causes]) => (causes.size === 0 ? [] : [type, ...causes.keys()])),
);

/**
 * The position of each kind, sorted by its number of causes: a kind inherits all causes of its causes, so it has more
 * causes than each of them.
 */
const placeInOrder: ReadonlyMap<string, number> = new Map(
  watchdogs
    .map(({ type }) => type)
    .toSorted((a, b) => causesOf(a).size - causesOf(b).size)
    .map((type, place) => [type, place]),
);

/** Walks to all causes breadth first, in the order in which each kind names its causes. Each kind is visited once. */
function walkToCauses(type: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  let reached: readonly string[] = [type];
  while (reached.length > 0) {
    reached = reached
      .flatMap((kind) => watchdogOf(kind)?.causedBy?.kinds ?? [])
      .filter((kind) => !places.has(kind) && places.set(kind, places.size));
  }
  return places;
}
