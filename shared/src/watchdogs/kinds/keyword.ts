import { severityForms } from '../../base/severity.ts';
import * as z from 'zod/mini';
import { defineWatchdog } from '../model/define.ts';
import type { SearchRankFacts } from '../facts/observations.ts';

/** The number of search results that the source reads. */
const READ_AT_MOST = 150;

/**
 * While an alert is open, a rank is news again only when it is twice the rank that was reported, and at least ten
 * positions worse: ranks drift, and worse ranks drift more.
 */
const FURTHER_BY = 2;
const LEAST_PLACES = 10;

/**
 * The latest position, `seen`, the number of results read when the product was not among them, the latest position
 * within the threshold, the threshold at the last judgement, and `told`, the worst position that was reported.
 */
const memory = z.object({
  position: z.nullable(z.int()),
  seen: z._default(z.nullable(z.int()), null),
  within: z.nullable(z.int()),
  threshold: z.nullable(z.int()),
  told: z._default(z.nullable(z.int()), null),
});

export default defineWatchdog({
  type: 'keyword',
  title: 'Keyword Tracking',
  headline: 'Search rank fell',
  about: `Watches where your product stands in the results of a search phrase, not counting paid results, down to the first ${READ_AT_MOST}. Alerts when it falls below the threshold that you set for the phrase, again when it falls to twice as far down or out of the results, and tells you when it is back above. Without a threshold, and until the product is found for the first time, it only shows the rank.`,
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
  causedBy: { kinds: ['searchBan', 'productDetailsRecentChange', 'productCategoryRecentChange'], withinHours: 72 },
  asCause: { words: 'its search rank fell' },
  settings: z.object({}),
  panel: {},
  ownSettings: z.object({
    keyword: z._default(z.string(), ''),
    /** The worst position without an alert; with `null`, no position raises an alert. */
    absoluteThreshold: z._default(z.nullable(z.int().check(z.gte(1), z.lte(READ_AT_MOST))), null),
  }),
  hasOwnItems: true,
  memory,
  judge({ now, own, memory: before, item }) {
    const threshold = own.absoluteThreshold;
    const rank = now.searchRank.find(({ keyword }) => keyword === own.keyword);
    // If fewer results were read than the threshold, a product that is not among them may still be within the
    // threshold.
    if (!rank || (rank.position === null && rank.seen < (threshold ?? 1))) return null;
    const { position } = rank;
    const isBelow =
      threshold !== null && (position === null ? wasRanked(before, item?.status ?? 0) : position > threshold);
    const within = isBelow ? (before?.within ?? null) : position;
    const told = isBelow ? worstReported(before?.told ?? null, rank) : null;
    const seen = position === null ? rank.seen : null;
    const kept = { memory: { position, seen, within, threshold, told } };
    if (isBelow) {
      // An open alert without `told` is older than this field and was reported at that time, so it is no news.
      const isFewer = item?.status === severityForms.alert.status && before !== null && before.told === null;
      const words = describeFall(rank, within, threshold);
      return { verdict: 'alert', ...words, about: `${own.keyword} ${told}`, isFewer, ...kept };
    }
    const isBack = (item?.status ?? 0) > 0 && before !== null && threshold !== null && before.threshold === threshold;
    if (!isBack) return { verdict: 'ok', text: placeText(rank), about: null, ...kept };
    // A memory of an earlier release lacks `seen`; at least as many results as the threshold counts were read then.
    const former = { position: before.position, seen: before.seen ?? threshold };
    const moved = { from: placeText(former), to: placeText(rank) };
    return {
      verdict: 'improved',
      text: `${placeText(rank)} again for "${own.keyword}"`,
      ...moved,
      about: null,
      ...kept,
    };
  },
  judgeWithoutFacts({ own, memory: before }) {
    if (own.absoluteThreshold !== null) return null;
    const text = `No threshold is set for "${own.keyword}"`;
    return { verdict: 'ok', text, about: null, memory: { ...before, threshold: null, told: null } };
  },
});

/**
 * Returns whether the product ever had a rank. Without one no rank can fall, so beginning to watch a phrase raises no
 * alert.
 */
const wasRanked = (before: z.output<typeof memory> | null, status: number): boolean =>
  status > 0 || (before !== null && (before.position !== null || before.within !== null));

/**
 * Returns the worst reported position. A product that is not found counts as one position behind all results read. If
 * all 150 results were read, losing the rank is news even if it is only a few positions worse.
 */
function worstReported(told: number | null, { position, seen }: SearchRankFacts): number {
  const place = position ?? seen + 1;
  const isGone = position === null && seen >= READ_AT_MOST;
  const further = told === null || isGone ? 0 : told * FURTHER_BY;
  return told === null || place >= Math.max(further, told + LEAST_PLACES) ? place : told;
}

const placeText = ({ position, seen }: Pick<SearchRankFacts, 'position' | 'seen'>): string =>
  position === null ? `Not among the first ${Math.min(seen, READ_AT_MOST)}` : `Position ${position}`;

function describeFall(rank: SearchRankFacts, within: number | null, threshold: number) {
  const { keyword, position } = rank;
  const now = position === null ? placeText(rank).toLowerCase() : `at position ${position}`;
  const fall = within === null ? '' : `, was at position ${within}`;
  return {
    text: `"${keyword}" is ${now}${fall}; your threshold is ${threshold}`,
    from: within === null ? null : `Position ${within}`,
    to: placeText(rank),
    evidence: [
      { label: 'Search phrase', value: keyword },
      { label: 'Threshold', value: String(threshold) },
      { label: 'Results seen', value: String(rank.seen) },
    ],
  };
}
