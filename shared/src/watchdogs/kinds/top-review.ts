import * as z from 'zod/mini';
import { defineWatchdog } from '../model/define.ts';
import { isCutShort } from '../kind-parts/cut-page.ts';
import { BAD_AT_MOST, quote, reviewWords, starsOf, type ReviewFacts } from '../kind-parts/review-words.ts';

/** Section 9: red for the first three places, amber for the fourth to the tenth. */
const RED_UP_TO = 3;
const AMBER_UP_TO = 10;

const placed = z.object({ id: z.string(), rating: z.int(), words: z.string() });
type PlacedReview = z.output<typeof placed>;

const memory = z.object({
  bad: z.array(z.object({ id: z.string(), isHigh: z.boolean() })),
  /** The first reviews in the page's order. Reviews that a shorter layout leaves out are kept from an earlier look. */
  places: z._default(z.array(placed), []),
});

interface BadReview {
  readonly review: PlacedReview;
  readonly position: number;
  readonly isHigh: boolean;
}

export default defineWatchdog({
  type: 'topReview',
  title: 'Top Review',
  headline: 'Bad review on top',
  about: `Watches the reviews that customers read first on the product page. Alerts while one with ${BAD_AT_MOST} stars or fewer stands at #1 to #${RED_UP_TO}, warns while one stands at #${RED_UP_TO + 1} to #${AMBER_UP_TO}. It is ok once all of them are good.`,
  family: 'Reviews and badges',
  icon: 'stars',
  everyMinutes: 240,
  reads: ['reviews'],
  colours: ['RED', 'AMBER'],
  costs: null,
  nextSteps: [
    'Read it: customers see it first',
    'Against the rules: report it to Amazon',
    'True: say in the text or the pictures what it complains about',
  ],
  action: { label: 'Read the reviews', place: 'topReviewsPage' },
  causedBy: { kinds: ['badReview'], withinHours: 72 },
  asCause: { words: 'a bad review is on top' },
  settings: z.object({}),
  panel: {},
  memory,
  judge({ now, memory: before, item }) {
    const { top } = now.reviews;
    if (!top) return null;
    const places = placesOf(top, before?.places ?? []);
    const bad = places
      .map((review, index) => ({ review, position: index + 1, isHigh: index < RED_UP_TO }))
      .filter(({ review }) => review.rating <= BAD_AT_MOST);
    const [first] = bad;
    if (!first) {
      const text = (item?.status ?? 0) > 0 ? `No bad review is left among the first ${AMBER_UP_TO}` : null;
      return { verdict: 'ok', text, about: null, memory: { bad: [], places } };
    }
    const next = bad.map(({ review, isHigh }) => ({ id: review.id, isHigh }));
    const isFewer = next.every(({ id, isHigh }) => before?.bad.some((one) => one.id === id && (one.isHigh || !isHigh)));
    return {
      verdict: first.isHigh ? 'alert' : 'warning',
      ...describe(first, bad),
      isFewer,
      memory: { bad: next, places },
    };
  },
});

/** Returns the reviews at the watched places, including known ones that a layout with fewer reviews leaves out. */
function placesOf(top: readonly ReviewFacts[], known: readonly PlacedReview[]): PlacedReview[] {
  const seen = top.slice(0, AMBER_UP_TO).map(placedReview);
  const isCut = seen.length > 0 && isCutShort(seen, { known, shown: known.length });
  return isCut ? [...seen, ...known.slice(seen.length)] : seen;
}

/** The words of good reviews are not stored, because only the words of bad reviews are shown. */
const placedReview = (review: ReviewFacts): PlacedReview => ({
  id: review.id,
  rating: review.rating,
  words: review.rating <= BAD_AT_MOST ? reviewWords(review) : '',
});

const shown = ({ review, position }: BadReview): string => `${starsOf(review.rating)} at #${position}`;

function describe(first: BadReview, bad: readonly BadReview[]) {
  const words = quote(first.review.words);
  const ids = bad.map(({ review, isHigh }) => `${review.id} ${isHigh ? 'red' : 'amber'}`).toSorted();
  return {
    text:
      bad.length === 1
        ? `A review with ${shown(first)}${words}`
        : `${bad.length} bad reviews among the first ${AMBER_UP_TO}, the highest with ${shown(first)}${words}`,
    to: shown(first),
    about: ids.join(', '),
    evidence: bad.map((one) => ({ label: shown(one), value: one.review.words || 'without words' })),
  };
}
