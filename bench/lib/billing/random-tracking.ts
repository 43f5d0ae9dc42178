import type { Random } from '../../../sandbox/src/world/random.ts';

/** A period in minutes since the start of day 0; `to` is `null` if the period has not ended. */
interface Minutes {
  readonly from: number;
  readonly to: number | null;
}

export interface TrackedProduct {
  readonly account: 'A' | 'B';
  readonly marketplace: 'US' | 'CA';
  readonly asin: string;
  /** Whether the seller account was deleted, so that only periods that have ended are stored. */
  readonly isDeleted: boolean;
  readonly times: readonly Minutes[];
}

const dayMinutes = 1440;
const half = 720;

/** Returns a random minute, often one close to noon or midnight, because counting errors are most likely there. */
function randomMinute(random: Random, days: number): number {
  const day = random.int(0, days - 1) * dayMinutes;
  return day + random.pick([0, 1, 719, 720, 721, 1439, random.int(0, 1439), random.int(0, 1439)]);
}

/** Returns random periods that do not overlap. Some last exactly half a day, or a minute less or more. */
function randomTimes(random: Random, days: number, mostTimes: number): Minutes[] {
  const ends = Array.from({ length: 2 * random.int(1, mostTimes) }, () => randomMinute(random, days));
  const sorted = [...new Set(ends)].toSorted((a, b) => a - b);
  const times: Minutes[] = [];
  for (let no = 0; no < sorted.length; no += 2) {
    const from = sorted[no] ?? 0;
    const next = sorted[no + 1] ?? null;
    const wanted = random.chance(0.3) ? from + half + random.int(-1, 1) : next;
    times.push({ from, to: wanted !== null && next !== null ? Math.min(wanted, next) : next });
  }
  return times;
}

export function randomTracking(random: Random, days: number): readonly TrackedProduct[] {
  const products = new Map<string, TrackedProduct>();
  const bulk = random.pick([0, 0, 5, 18, 25]);
  for (let no = 0; no < bulk + random.int(0, 6); no += 1) {
    const product = {
      account: random.pick(['A', 'A', 'B'] as const),
      marketplace: random.pick(['US', 'US', 'CA'] as const),
      asin: `B${String(no < bulk ? no : random.int(0, 3)).padStart(9, '0')}`,
    };
    const isDeleted = random.chance(0.2);
    const times =
      no < bulk ? [{ from: randomMinute(random, 5), to: null }] : randomTimes(random, days, random.pick([1, 3, 20]));
    const ended = times.map(({ from, to }) => ({ from, to: to ?? days * dayMinutes }));
    products.set(JSON.stringify(product), { ...product, isDeleted, times: isDeleted ? ended : times });
  }
  return [...products.values()];
}

/** Returns the random periods without service: none, or a few. */
export function randomPauses(random: Random, days: number): readonly { from: number; to: number }[] {
  if (random.chance(0.5)) return [];
  return randomTimes(random, days, 3).flatMap(({ from, to }) => (to === null || to - from < 2 ? [] : [{ from, to }]));
}

/**
 * Counts the ASINs of each day by looking at every minute of it; `null` for a day with less than half of it in service.
 */
export function countMinutes(
  products: readonly TrackedProduct[],
  pauses: readonly { from: number; to: number }[],
  days: number,
): readonly (number | null)[] {
  return Array.from({ length: days }, (_, day) => {
    const start = day * dayMinutes;
    const served = new Uint8Array(dayMinutes).fill(1);
    for (const { from, to } of pauses) mark(served, { from: from - start, to: to - start }, 0);
    if (countBoth(served, served) < half) return null;
    const tracked = new Map<string, Uint8Array>();
    for (const { marketplace, asin, times } of products) {
      const minutes = tracked.get(marketplace + asin) ?? new Uint8Array(dayMinutes);
      tracked.set(marketplace + asin, minutes);
      for (const { from, to } of times) mark(minutes, { from: from - start, to: (to ?? Infinity) - start }, 1);
    }
    return [...tracked.values()].filter((minutes) => countBoth(minutes, served) >= half).length;
  });
}

function mark(minutes: Uint8Array, { from, to }: { from: number; to: number }, value: number): void {
  if (to > 0 && from < dayMinutes) minutes.fill(value, Math.max(0, from), Math.min(dayMinutes, to));
}

function countBoth(one: Uint8Array, other: Uint8Array): number {
  let both = 0;
  for (let no = 0; no < dayMinutes; no += 1) both += (one[no] ?? 0) & (other[no] ?? 0);
  return both;
}
