import * as z from 'zod/mini';
import { defineWatchdog } from '../define.ts';
import type { SearchRankFacts } from '../observations.ts';

/** How far down the results are read. */
const READ_AT_MOST = 150;

/** The last position seen, the last one within the threshold, and the threshold of then. */
const memory = z.object({
  position: z.nullable(z.int()),
  within: z.nullable(z.int()),
  threshold: z.nullable(z.int()),
});

export default defineWatchdog({
  type: 'keyword',
  title: 'Keyword Tracking',
  headline: 'Search rank fell',
  about: `Watches where your product stands in the results of a search phrase, not counting paid results, down to the first ${READ_AT_MOST}. Alerts when it falls below the threshold that you set for the phrase, and tells you when it is back above. Without a threshold it only shows the rank.`,
  family: 'Sales and rank',
  icon: 'list-search',
  everyMinutes: 360,
  reads: ['searchRank'],
  colours: ['RED', 'GREEN'],
  costs: null,
  nextSteps: [
    'See who stands above you now',
    'Check price, stock and picture first: a rank follows sales',
    'Advertise the phrase for a few days',
  ],
  action: { label: 'See the results', place: 'searchResults' },
  settings: z.object({}),
  panel: {},
  ownSettings: z.object({
    keyword: z._default(z.string(), ''),
    /** The worst position that is still well; `null`: never alerts. */
    absoluteThreshold: z._default(z.nullable(z.int().check(z.gte(1), z.lte(READ_AT_MOST))), null),
  }),
  hasOwnItems: true,
  memory,
  judge({ now, own, memory: before, item }) {
    const threshold = own.absoluteThreshold;
    const rank = now.searchRank.find(({ keyword }) => keyword === own.keyword);
    // Not found among fewer results than the threshold counts: it may stand right behind them.
    if (!rank || (rank.position === null && rank.seen < (threshold ?? 1))) return null;
    const { position } = rank;
    const isBelow = threshold !== null && (position === null || position > threshold);
    const within = isBelow ? (before?.within ?? null) : position;
    const kept = { memory: { position, within, threshold } };
    if (isBelow) return { verdict: 'alert', ...describeFall(rank, within, threshold), about: own.keyword, ...kept };
    const isBack = (item?.status ?? 0) > 0 && before !== null && threshold !== null && before.threshold === threshold;
    if (!isBack) return { verdict: 'ok', text: standing(rank), about: null, ...kept };
    const moved = { from: placeOf(before.position, rank), to: placeOf(position, rank) };
    return {
      verdict: 'improved',
      text: `${standing(rank)} again for "${own.keyword}"`,
      ...moved,
      about: null,
      ...kept,
    };
  },
});

const placeOf = (position: number | null, { seen }: SearchRankFacts): string =>
  position === null ? `Not among the first ${Math.min(seen, READ_AT_MOST)}` : `Position ${position}`;

const standing = (rank: SearchRankFacts): string => placeOf(rank.position, rank);

function describeFall(rank: SearchRankFacts, within: number | null, threshold: number) {
  const { keyword, position } = rank;
  const now = position === null ? standing(rank).toLowerCase() : `at position ${position}`;
  const fall = within === null ? '' : `, was at position ${within}`;
  return {
    text: `"${keyword}" is ${now}${fall}; your threshold is ${threshold}`,
    from: within === null ? null : `Position ${within}`,
    to: standing(rank),
    evidence: [
      { label: 'Search phrase', value: keyword },
      { label: 'Threshold', value: String(threshold) },
      { label: 'Results seen', value: String(rank.seen) },
    ],
  };
}
