import { expect, test } from 'vitest';
import { createManualClock } from '../clock.ts';
import { step } from '../life/life.ts';
import { ratingsBy, withRatings } from './ratings-in-time.ts';
import { ratingCount, type StarCounts } from './reviews.ts';
import { createWorld, type World } from '../world.ts';

const start = new Date('2026-11-20T12:00:00Z');
const begin = (at: Date): World =>
  createWorld({ seed: 'one', clock: createManualClock(at), publicUrl: 'http://sandbox.test' });
const countsOf = ({ products }: World): number[] => products.map(({ stars }) => ratingCount(stars));

test('a restarted sandbox keeps all random ratings', () => {
  const clock = createManualClock(start);
  const world = createWorld({ seed: 'one', clock, publicUrl: 'http://sandbox.test' });
  const atFirst = countsOf(world);
  clock.advance(3 * 86_400_000);
  step(world, 3000);
  const known = countsOf(world);

  // Products with rating events are excluded, because a restart undoes events.
  const eventful = new Set(
    world.ledger
      .entriesAfter(0)
      .filter(({ type }) => ['reviewPosted', 'reviewRemoved', 'ratingChanged'].includes(type))
      .map(({ asin, marketplace }) => `${asin} ${marketplace}`),
  );
  const anew = countsOf(begin(clock.now()));
  const isLost = ({ asin, marketplace }: World['products'][number], place: number): boolean =>
    (anew[place] ?? 0) < (known[place] ?? 0) && !eventful.has(`${asin} ${marketplace}`);

  expect(known.filter((count, place) => count > (atFirst[place] ?? 0)).length).toBeGreaterThan(20);
  expect(world.products.filter(isLost)).toEqual([]);
});

test('counting ratings one by one or all at once gives the same result', () => {
  const product = { asin: 'B000000001', marketplace: 'US' };
  const instants = Array.from({ length: 200 }, (_, hour) => new Date(start.getTime() + hour * 3_600_000));
  const counts = instants.map((at) => ratingsBy(product, at));
  const byOne = counts.reduce(({ stars, from }, to) => ({ stars: withRatings(stars, { from, to }), from: to }), {
    stars: [1, 1, 1, 1, 1] as StarCounts,
    from: 0,
  });

  expect(counts.every((count, place) => count - (counts[place - 1] ?? count) <= 1)).toBe(true);
  expect(byOne.stars).toEqual(withRatings([1, 1, 1, 1, 1], { from: 0, to: counts.at(-1) ?? 0 }));
  expect(ratingsBy(product, new Date('2026-01-01T00:00:00Z'))).toBe(0);
});
