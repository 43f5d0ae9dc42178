import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { Aspect, Facts } from '@app/shared/watchdogs/facts/observations.ts';
import { createRandom, type Random } from '../../../sandbox/src/world/random.ts';
import { judgeObservation, initialState, type WatchdogSetup } from './judge-observation.ts';
import type { Incident } from './incidents.ts';
import { noise } from './noise.ts';
import { instantAt, quietProduct, type QuietProduct } from './quiet-product.ts';
import type { KindFigures } from './report.ts';

interface WatchOptions {
  readonly products: number;
  readonly seed: string;
}

/**
 * The simulated days per product: enough for quiet days, the incident, its end, and the week in which a change remains
 * an alert.
 */
const DAYS = 30;
const INCIDENT_DAYS = 4;

/** Runs one watchdog on many products, each with quiet days and one known incident. */
export function measureWatchdog(kind: Watchdog, incident: Incident, { products, seed }: WatchOptions): KindFigures {
  const histories = Array.from({ length: products }, (_, index) => {
    const random = createRandom(`${seed} ${kind.type} ${index}`);
    const startDay = random.int(9, 12);
    return measureProduct({
      setup: { kind, marketplace: 'US', own: incident.own ?? {} },
      incident,
      product: quietProduct(`${seed} ${index}`, DAYS),
      startDay,
      startMinute: incident.visibleAfterDays ? 0 : random.int(0, 1439),
      consultsAll: random.chance(0.8),
      random,
    });
  });
  const found = histories.filter(({ delay }) => delay !== null);
  return {
    type: kind.type,
    incidents: products,
    found: found.length,
    delays: found.flatMap(({ delay }) => delay ?? []),
    ended: histories.filter(({ isOver, delay }) => isOver && delay !== null).length,
    repeats: sum(histories.map(({ repeats }) => repeats)),
    falseAlarms: sum(histories.map(({ falseAlarms }) => falseAlarms)),
    productMonths: (products * DAYS) / 30,
  };
}

/** The peer: a watchdog that alerts on every difference between two observations. */
export const alertOnEveryDifference = (kind: Watchdog): Watchdog => ({
  ...kind,
  judge({ now, memory }) {
    const seen = JSON.stringify(now);
    const isNew = memory !== null && memory !== seen;
    return { verdict: isNew ? 'alert' : 'ok', text: null, about: isNew ? seen : null, memory: seen };
  },
});

interface WatchInput {
  readonly setup: WatchdogSetup;
  readonly incident: Incident;
  readonly product: QuietProduct;
  readonly startDay: number;
  readonly startMinute: number;
  /** Whether the consulted aspects were observed; they may be missing. */
  readonly consultsAll: boolean;
  readonly random: Random;
}

interface History {
  /** Number of observations from the first that shows the incident to the alarm, inclusive; `null` if not found. */
  readonly delay: number | null;
  readonly isOver: boolean;
  readonly repeats: number;
  readonly falseAlarms: number;
}

function measureProduct(input: WatchInput): History {
  const { setup, incident, startDay, startMinute } = input;
  const startsAt = startDay + startMinute / 1440;
  const endsAt = startsAt + INCIDENT_DAYS;
  const delayDays = incident.visibleAfterDays ?? 0;
  let kept = initialState;
  let looks = 0;
  let delay: number | null = null;
  let repeats = 0;
  let falseAlarms = 0;
  for (const { at, now } of observationTimes(input, { startsAt, endsAt })) {
    const isOn = at >= startsAt + delayDays && at < endsAt + delayDays;
    if (isOn) looks += 1;
    const judged = judgeObservation(setup, kept, { now, at: instantAt(at) });
    kept = judged.kept;
    if (!judged.isAlarm) continue;
    if (!isOn) falseAlarms += 1;
    else if (delay === null) delay = looks;
    else repeats += 1;
  }
  return { delay, isOver: (kept.item?.status ?? 0) === 0, repeats, falseAlarms };
}

interface Span {
  readonly startsAt: number;
  readonly endsAt: number;
}

/** Yields the observations at the watchdog's check period, with noise; times are in days. */
function* observationTimes({ setup, incident, product, consultsAll, random }: WatchInput, { startsAt, endsAt }: Span) {
  const { kind } = setup;
  const aspects = [...kind.reads, ...(consultsAll ? kind.consults : [])];
  const period = kind.everyMinutes / 1440;
  let day = -1;
  let quiet: Facts | null = null;
  for (let at = 0; at < DAYS; at += period) {
    if (quiet === null || Math.floor(at) !== day) {
      day = Math.floor(at);
      quiet = product.factsOn(day);
    }
    const wholeDays = incident.visibleAfterDays !== undefined;
    const now = wholeDays ? day : at;
    const facts = incident.apply(quiet, { sinceStart: now - startsAt, sinceEnd: now - endsAt });
    yield { at, now: observedFacts(facts, aspects, random) };
  }
}

function observedFacts(facts: Facts, aspects: readonly Aspect[], random: Random): Partial<Facts> {
  const seen: { [A in Aspect]?: Facts[A] } = {};
  for (const aspect of aspects) addAspect(seen, facts, { aspect, random });
  return seen;
}

function addAspect<A extends Aspect>(
  seen: { [B in A]?: Facts[B] },
  facts: Pick<Facts, A>,
  { aspect, random }: { readonly aspect: A; readonly random: Random },
): void {
  seen[aspect] = noise[aspect](facts[aspect], random);
}

const sum = (counts: readonly number[]): number => counts.reduce((total, one) => total + one, 0);
