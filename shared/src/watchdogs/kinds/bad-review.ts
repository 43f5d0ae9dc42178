import * as z from 'zod/mini';
import { defineWatchdog, type Judgement } from '../model/define.ts';
import { isCutShort } from '../kind-parts/cut-page.ts';
import {
  areLowRatingsGone,
  lowRatings,
  lowRatingsAdded,
  lowRatingsOf,
  type LowRatings,
} from '../kind-parts/low-ratings.ts';
import { firstWindowEnd, isInWindow, whileInWindow, WINDOW_DAYS } from '../kind-parts/news-window.ts';
import type { RatingFacts } from '../facts/observations.ts';
import { BAD_AT_MOST, quote, reviewWords, starsOf, type ReviewFacts } from '../kind-parts/review-words.ts';
import { dayMs } from '../../base/time.ts';

/** Reviews with at most this many stars raise an alert, those with more a warning. */
const ALERT_AT_MOST = 2;
/** A review that is older than this many days when it first appears on the page raises no alert. */
const RECENT_DAYS = 30;
/**
 * A review written more than this many days before the watch began is not new: the page merely did not show it at
 * first.
 */
const BEFORE_DAYS = 2;
const REMEMBERED = 40;

const openReview = z.object({
  id: z.string(),
  rating: z.int(),
  /** The stars of a known review before it lost some; `null` for a new review. */
  before: z._default(z.nullable(z.int()), null),
  words: z.string(),
  at: z.iso.datetime(),
});
const memory = z.object({
  /** The instant at which the watch of the product began. */
  since: z.iso.datetime(),
  /** The reviews seen so far: first those of the last page in its order, then older ones. */
  known: z.array(z.object({ id: z.string(), rating: z.int() })),
  /** The number of reviews in `known` that were on the last page. */
  shown: z.int(),
  open: z.array(openReview),
  low: z.nullable(lowRatings),
  /** Bad ratings that were given without a review. */
  wordless: z.nullable(z.object({ count: z.int(), at: z.iso.datetime() })),
});
type Memory = z.output<typeof memory>;
type OpenReview = z.output<typeof openReview>;

export default defineWatchdog({
  type: 'badReview',
  title: 'Recent Review',
  headline: 'Bad review',
  about: `Watches for new reviews with ${BAD_AT_MOST} stars or fewer on the product page. Alerts at ${ALERT_AT_MOST} stars or fewer, warns at ${BAD_AT_MOST} and when bad ratings come without a review. A review is news for ${WINDOW_DAYS} days, and one that loses stars is news again.`,
  family: 'Reviews and badges',
  icon: 'message-star',
  everyMinutes: 120,
  reads: ['reviews'],
  consults: ['rating'],
  colours: ['RED', 'AMBER', 'GREEN'],
  mailByDefault: ['RED', 'AMBER'],
  costs: null,
  nextSteps: [
    'Read it: is it about the product, or about the delivery?',
    'About the delivery, or against the rules: report it to Amazon',
    'About the product: fix it, and answer through Amazon’s tool for buyers',
  ],
  action: { label: 'Read the reviews', place: 'reviewsPage' },
  asCause: { words: 'there is a recent bad review' },
  settings: z.object({}),
  panel: {},
  memory,
  judge({ now, memory: before, item, at }) {
    const { top } = now.reviews;
    if (!top) return null;
    const came = before ? newlyBad(top, before, at) : [];
    const open = before
      ? [...stillOpen(top, before, at).filter((one) => !came.some(({ id }) => id === one.id)), ...came]
      : [];
    const since = before?.since ?? at.toISOString();
    const next = {
      since,
      ...remember(top, before),
      open,
      ...followRatings(before, now.rating, { added: came.length, at }),
    };
    const isFewer = came.length === 0 && (next.wordless === null || next.wordless.at === before?.wordless?.at);
    const told = openVerdict(next, top);
    if (told) return { ...told, isFewer };
    const wasOpen = (item?.status ?? 0) > 0;
    const isGone = wasOpen && before !== null && !isOver(before, at);
    const text = isGone ? 'No recent bad review is left on the page' : overText;
    return { verdict: isGone ? 'improved' : 'ok', text: wasOpen ? text : null, about: null, memory: next };
  },
  judgeWithoutFacts({ memory: before, at }) {
    const open = before.open.filter((one) => isInWindow(one, at));
    const wordless = whileInWindow(before.wordless, at);
    const next = { ...before, open, wordless };
    const told = openVerdict(next, []);
    return told ? { ...told, isFewer: true } : { verdict: 'ok', text: overText, about: null, memory: next };
  },
});

const overText = `No bad review came in the last ${WINDOW_DAYS} days`;

/** Returns `null` when there is no recent bad review or rating. */
function openVerdict(next: Memory, top: readonly ReviewFacts[]): Judgement<Memory> | null {
  if (next.open.length === 0 && !next.wordless) return null;
  const isAlert = next.open.some(({ rating }) => rating <= ALERT_AT_MOST);
  return {
    verdict: isAlert ? 'alert' : 'warning',
    ...describe(next, top),
    memory: next,
    againAt: firstWindowEnd([...next.open, next.wordless]),
  };
}

/** Returns the bad reviews that are new, and those that have fewer stars than before. */
function newlyBad(top: readonly ReviewFacts[], before: Memory, at: Date): OpenReview[] {
  const knownStars = new Map(before.known.map(({ id, rating }) => [id, rating]));
  return top
    .filter(({ id, rating, date }) => {
      const former = knownStars.get(id);
      const isNew = former === undefined ? isRecent(date, before, at) : rating < former;
      return rating <= BAD_AT_MOST && isNew;
    })
    .map((review) => ({
      id: review.id,
      rating: review.rating,
      before: knownStars.get(review.id) ?? null,
      words: reviewWords(review),
      at: at.toISOString(),
    }));
}

function isRecent(date: string | null, { since }: Memory, at: Date): boolean {
  const oldest = Math.max(at.getTime() - RECENT_DAYS * dayMs, Date.parse(since) - BEFORE_DAYS * dayMs);
  return date === null || Date.parse(date) > oldest;
}

function stillOpen(top: readonly ReviewFacts[], before: Memory, at: Date): OpenReview[] {
  const isBeyond = beyondPage(top, before);
  const stars = new Map(top.map(({ id, rating }) => [id, rating]));
  return before.open.flatMap((one) => {
    const rating = stars.get(one.id) ?? (isBeyond(one.id) ? one.rating : null);
    return rating === null || rating > BAD_AT_MOST || !isInWindow(one, at) ? [] : [{ ...one, rating }];
  });
}

/**
 * Returns a function that tells whether a missing review may still exist beyond the end of the page: it was there
 * before, the page is cut short, or enough new reviews push it off a page of the same length.
 */
function beyondPage(top: readonly ReviewFacts[], before: Memory): (id: string) => boolean {
  const isShort = isCutShort(top, before);
  const shownBefore = before.known.slice(0, before.shown).map(({ id }) => id);
  const isOnPage = (id: string): boolean => top.some((review) => review.id === id);
  const came = top.length >= before.shown ? top.filter(({ id }) => !shownBefore.includes(id)).length : 0;
  const pushedFrom = Math.max(before.shown - came, shownBefore.findLastIndex(isOnPage) + 1);
  return (id) => {
    const place = shownBefore.indexOf(id);
    return isShort || place < 0 || place >= pushedFrom;
  };
}

function remember(top: readonly ReviewFacts[], before: Memory | null): Pick<Memory, 'known' | 'shown'> {
  const seen = top.map(({ id, rating }) => ({ id, rating }));
  const others = (before?.known ?? []).filter(({ id }) => !seen.some((one) => one.id === id));
  const shown = before && isCutShort(top, before) ? before.shown : seen.length;
  return { known: [...seen, ...others].slice(0, REMEMBERED), shown };
}

interface NewReviews {
  /**
   * The number of new bad reviews that came with these ratings. They are reported as reviews and not as ratings again.
   */
  readonly added: number;
  readonly at: Date;
}

function followRatings(
  before: Memory | null,
  rating: RatingFacts | undefined,
  { added, at }: NewReviews,
): Pick<Memory, 'low' | 'wordless'> {
  const open = whileInWindow(before?.wordless ?? null, at);
  const now = rating ? lowRatingsOf(rating) : null;
  const known: LowRatings | null = before?.low ? { ...before.low, low: before.low.low + added } : null;
  if (!now || !known) return { low: known ?? now, wordless: open };
  if (areLowRatingsGone(known, now)) return { low: now, wordless: null };
  const count = lowRatingsAdded(known, now);
  return count > 0 ? { low: now, wordless: { count, at: at.toISOString() } } : { low: known, wordless: open };
}

const isOver = ({ open, wordless }: Memory, at: Date): boolean =>
  ![...open, ...(wordless ? [wordless] : [])].some((one) => isInWindow(one, at));

function describe({ open, wordless }: Memory, top: readonly ReviewFacts[]) {
  const worst = open.toSorted((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1));
  const [first] = worst;
  const ratings =
    wordless &&
    `${wordless.count === 1 ? '1 new rating' : `${wordless.count} new ratings`} of ${BAD_AT_MOST} stars or fewer without a review`;
  const texts = [first && textOf(first, open), ratings].filter((text) => typeof text === 'string');
  const placeOf = (id: string): string => {
    const index = top.findIndex((review) => review.id === id);
    return index < 0 ? '' : ` at #${index + 1}`;
  };
  return {
    text: texts.join('; '),
    to: first ? starsOf(first.rating) : ratings,
    about: [
      ...open.map(({ id, rating }) => `${id} ${rating}`).toSorted(),
      ...(wordless ? [`ratings ${wordless.at}`] : []),
    ].join(', '),
    evidence: [
      ...worst.map((one) => ({
        label: `${starsOf(one.rating)}${placeOf(one.id)}${hasLess(one) ? `, ${starsOf(one.before)} before` : ''}`,
        value: one.words || 'without words',
      })),
      ...(wordless ? [{ label: 'Bad ratings without a review', value: String(wordless.count) }] : []),
    ],
  };
}

function textOf(worst: OpenReview, open: readonly OpenReview[]): string {
  const words = quote(worst.words);
  const stars = starsOf(worst.rating);
  const changed = open.filter(isChanged).length;
  if (open.length === 1) {
    const from = hasLess(worst) ? ` from ${starsOf(worst.before)}` : '';
    return isChanged(worst) ? `A review was changed${from} to ${stars}${words}` : `A new review with ${stars}${words}`;
  }
  if (changed === open.length) return `${changed} reviews were changed, the worst to ${stars}${words}`;
  return `${open.length} new ${changed > 0 ? 'or changed ' : ''}bad reviews, the worst with ${stars}${words}`;
}

const isChanged = ({ before }: OpenReview): boolean => before !== null;

/** False for a new review, and for one that was changed and has its former stars again. */
const hasLess = (one: OpenReview): one is OpenReview & { readonly before: number } =>
  one.before !== null && one.rating < one.before;
