import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import type { Aspect, Facts } from '@app/shared/watchdogs/facts/observations.ts';
import { createRandom, type Random } from '../../../sandbox/src/world/random.ts';
import { follow, nothingKept, type Follower } from './follower.ts';
import type { Incident } from './incidents.ts';
import { noise } from './noise.ts';
import { instantAt, quietProduct, type QuietProduct } from './quiet.ts';
import type { KindFigures } from './report.ts';

interface WatchOptions {
  readonly products: number;
  readonly seed: string;
}

/** Long enough for a quiet time before the incident, for its end, and for the week in which a change is news. */
const DAYS = 30;
const INCIDENT_DAYS = 4;

/** One kind over many products, each with its own quiet days and one known incident. */
export function watchKind(kind: Watchdog, incident: Incident, { products, seed }: WatchOptions): KindFigures {
  const histories = Array.from({ length: products }, (_, index) => {
    const random = createRandom(`${seed} ${kind.type} ${index}`);
    const startDay = random.int(9, 12);
    return watchProduct({
      follower: { kind, marketplace: 'US', own: incident.own ?? {} },
      incident,
      product: quietProduct(`${seed} ${index}`, DAYS),
      startDay,
      startMinute: incident.toldAfterDays ? 0 : random.int(0, 1439),
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

/** What there is to compare with: tells every difference between two looks. */
export const tellingEveryDifference = (kind: Watchdog): Watchdog => ({
  ...kind,
  judge({ now, memory }) {
    const seen = JSON.stringify(now);
    const isNew = memory !== null && memory !== seen;
    return { verdict: isNew ? 'alert' : 'ok', text: null, about: isNew ? seen : null, memory: seen };
  },
});

interface Watched {
  readonly follower: Follower;
  readonly incident: Incident;
  readonly product: QuietProduct;
  readonly startDay: number;
  readonly startMinute: number;
  /** What a kind consults may never have been observed. */
  readonly consultsAll: boolean;
  readonly random: Random;
}

interface History {
  /** Looks from the first that could tell to the alarm, both counted; `null`: not found. */
  readonly delay: number | null;
  readonly isOver: boolean;
  readonly repeats: number;
  readonly falseAlarms: number;
}

function watchProduct(watched: Watched): History {
  const { follower, incident, startDay, startMinute } = watched;
  const startsAt = startDay + startMinute / 1440;
  const endsAt = startsAt + INCIDENT_DAYS;
  const told = incident.toldAfterDays ?? 0;
  let kept = nothingKept;
  let looks = 0;
  let delay: number | null = null;
  let repeats = 0;
  let falseAlarms = 0;
  for (const { at, now } of looksOf(watched, { startsAt, endsAt })) {
    const isOn = at >= startsAt + told && at < endsAt + told;
    if (isOn) looks += 1;
    const looked = follow(follower, kept, { now, at: instantAt(at) });
    kept = looked.kept;
    if (!looked.isAlarm) continue;
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

/** Every look of the kind's own period, an instant in days, with the noise that comes with looking. */
function* looksOf({ follower, incident, product, consultsAll, random }: Watched, { startsAt, endsAt }: Span) {
  const { kind } = follower;
  const aspects = [...kind.reads, ...(consultsAll ? kind.consults : [])];
  const period = kind.everyMinutes / 1440;
  let day = -1;
  let quiet: Facts | null = null;
  for (let at = 0; at < DAYS; at += period) {
    if (quiet === null || Math.floor(at) !== day) {
      day = Math.floor(at);
      quiet = product.factsOn(day);
    }
    const wholeDays = incident.toldAfterDays !== undefined;
    const now = wholeDays ? day : at;
    const facts = incident.apply(quiet, { sinceStart: now - startsAt, sinceEnd: now - endsAt });
    yield { at, now: seenFacts(facts, aspects, random) };
  }
}

function seenFacts(facts: Facts, aspects: readonly Aspect[], random: Random): Partial<Facts> {
  const seen: { [A in Aspect]?: Facts[A] } = {};
  for (const aspect of aspects) see(seen, facts, { aspect, random });
  return seen;
}

function see<A extends Aspect>(
  seen: { [B in A]?: Facts[B] },
  facts: Pick<Facts, A>,
  { aspect, random }: { readonly aspect: A; readonly random: Random },
): void {
  seen[aspect] = noise[aspect](facts[aspect], random);
}

const sum = (counts: readonly number[]): number => counts.reduce((total, one) => total + one, 0);
