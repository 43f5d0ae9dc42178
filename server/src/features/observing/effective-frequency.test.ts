import { expect, test } from 'vitest';
import { minuteMs } from '@app/shared/base/time.ts';
import { frequencyOf, type FrequencyFacts } from './effective-frequency.ts';

const badge = { everyMinutes: 30, reads: ['badges'] } as const;
const offers = { everyMinutes: 15, reads: ['offers'] } as const;

const factsWith = (changes: Partial<FrequencyFacts>): FrequencyFacts => ({
  speedup: 1,
  provider: 'rainforest',
  leastMs: new Map(),
  ...changes,
});

test.each([
  ['is checked as often as the specification asks for', offers, {}, 15],
  ['is checked as rarely as the credits last', badge, { leastMs: new Map([['product-pages', 120 * minuteMs]]) }, 120],
  [
    'is not slowed down by what it does not read',
    offers,
    { leastMs: new Map([['product-pages', 120 * minuteMs]]) },
    15,
  ],
  [
    'whose pass takes longer is checked as often as passes end',
    offers,
    { leastMs: new Map([['listing-offers', 17.2 * minuteMs]]) },
    17,
  ],
  ['is checked more often where time passes faster', badge, { speedup: 10 }, 3],
  ['is checked every minute at most', badge, { speedup: 200 }, 1],
] as const)('a kind that %s', (...[, kind, changes, minutes]) => {
  expect(frequencyOf(kind, factsWith(changes)).minutes).toBe(minutes);
});

test.each([
  ['reads no page', offers, null, null],
  ['reads a page that is told', badge, 'rainforest', null],
  ['reads a page that nobody tells', badge, null, 'Needs a page-data provider'],
  [
    'reads reviews, of which Keepa knows nothing',
    badge,
    'keepa',
    'Needs a page-data provider that shows reviews and badges',
  ],
  ['reads ratings, which Keepa knows', { everyMinutes: 150, reads: ['rating'] } as const, 'keepa', null],
] as const)('a kind that %s names on its card what is missing', (...[, kind, provider, message]) => {
  expect(frequencyOf(kind, factsWith({ provider })).message).toBe(message);
});
