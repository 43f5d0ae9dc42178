import type { Act } from '../acts/act.ts';
import type { Flip, Holdings } from './effects.ts';
import type { LogLine } from '../stage/product-log.ts';

export interface Outcome {
  act: Act;
  effects: readonly string[];
  /** Reasons with their counts. */
  refusals: ReadonlyMap<string, number>;
  products: number;
  observations: number;
  flips: readonly Flip[];
  /** Reasons why the replay is not clean. */
  faults: readonly string[];
}

export interface ObservedEffects {
  before: Holdings;
  after: Holdings;
  lines: readonly LogLine[];
  /** Names of bodies that were offered and never requested. */
  ignored: ReadonlySet<string>;
}

export function outcomeOf(act: Act, { before, after, lines, ignored }: ObservedEffects): Outcome {
  const observed = newObservations(before, after);
  const flips = after.flips.slice(before.flips.length);
  const effects = [
    ...describeGrowth('product', before.products, after.products),
    ...describeGrowth('product sold', before.sold, after.sold),
    ...describeChanges('store', before.stores, after.stores),
    ...describeChanges('subscription', before.subscriptions, after.subscriptions),
    ...[...observed].map(([aspect, count]) => `${count} ${aspect}`),
    ...lines.flatMap(outcomesIn),
    ...(act.endsIn && after.finished[act.endsIn] !== before.finished[act.endsIn] ? [`${act.endsIn} finished`] : []),
    ...(after.unauthorized > before.unauthorized ? ['account needs a new authorisation'] : []),
    ...(act.gives === 'refusal' ? after.slowed : []),
  ];
  const refusals = countEach([...lines.flatMap(refusalsIn), ...(act.note ? [act.note] : [])]);
  return {
    act,
    effects,
    refusals,
    flips,
    products: after.products - before.products,
    observations: [...observed.values()].reduce((sum, count) => sum + count, 0),
    faults: [
      ...lines.filter(({ level }) => level === 'error' || level === 'fatal').map(faultOf),
      ...(ignored.has(act.body ?? act.name) ? ['nobody asked for it'] : []),
      ...(effects.length + refusals.size === 0 ? ['neither an effect nor a reason'] : []),
      ...(act.gives === 'refusal' && flips.length > 0 ? [`${flips.length} flips of something that is no fact`] : []),
    ],
  };
}

/** Faults of a second replay of the same body, which must change nothing. */
export function faultsOfRepetition(first: Outcome, { before, after, lines }: ObservedEffects): string[] {
  const flips = after.flips.length - before.flips.length;
  const observed = [...newObservations(before, after).values()].reduce((sum, count) => sum + count, 0);
  return [
    ...lines.filter(({ level }) => level === 'error' || level === 'fatal').map(faultOf),
    ...(flips > 0 ? [`${flips} flips when it came again`] : []),
    ...(observed > 0 && first.observations > 0 ? [`${observed} observations when it came again`] : []),
  ];
}

function newObservations(before: Holdings, after: Holdings): Map<string, number> {
  const growth = Object.entries(after.observations).map(
    ([aspect, count]) => [aspect, count - (before.observations[aspect] ?? 0)] as const,
  );
  return new Map(growth.filter(([, count]) => count > 0));
}

const describeGrowth = (what: string, before: number, after: number): string[] =>
  after > before ? [`${after - before} ${what}${after - before === 1 ? '' : 's'}`] : [];

const describeChanges = (what: string, before: readonly string[], after: readonly string[]): string[] => {
  const fresh = after.filter((name) => !before.includes(name));
  const gone = before.filter((name) => !after.includes(name));
  const changes = [...fresh.map((name) => `+${name}`), ...gone.map((name) => `−${name}`)];
  return changes.length === 0 ? [] : [`${what}s ${changes.join(' ')}`];
};

const outcomesIn = ({ msg, outcomes = [] }: LogLine): readonly string[] =>
  msg === 'a notification was taken' ? outcomes.filter((outcome) => !outcome.startsWith('unknown')) : [];

/** Returns every logged reason, without product names, so that equal reasons are counted together. */
function refusalsIn({ msg, reason, outcomes = [], skipped }: LogLine): string[] {
  if (skipped !== undefined) return [`${skipped} rows without SKU or ASIN`];
  if (msg === 'a notification was taken') return outcomes.filter((outcome) => outcome.startsWith('unknown'));
  return reason === undefined
    ? []
    : [
        reason
          .replaceAll(/\s+/g, ' ')
          .replace(/(is about) marketplace \w+/, '$1 another marketplace')
          .trim(),
      ];
}

const faultOf = ({ level, msg, err }: LogLine): string => `${level}: ${msg} ${err?.message ?? ''}`.trim();

const countEach = (names: readonly string[]): Map<string, number> =>
  new Map([...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]));
