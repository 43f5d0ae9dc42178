import * as z from 'zod/mini';
import { countIn } from '../../base/money.ts';
import { hourMs } from '../../base/time.ts';
import { defineWatchdog, type Judgement } from '../model/define.ts';
import type { MessageWorth } from '../model/message-worth.ts';
import type { RatingFacts } from '../facts/observations.ts';
import { firstWindowEnd, whileInWindow, WINDOW_DAYS, windowEnd } from '../kind-parts/news-window.ts';
import { roundedStars, starsText } from '../kind-parts/star-steps.ts';

/** The smallest changes worth a message: most smaller ones are reversed soon. Record 58 gives the figures. */
const leastTold = { ratings: 10, shareOfRatings: 0.03, tenths: 2 };
/** A message about lost ratings waits until this long before the window ends, because ratings often return. */
const toldBeforeEndMs = 3 * hourMs;

const change = z.nullable(z.object({ from: z.int(), to: z.int(), at: z.iso.datetime() }));
/** The rating at the last change, the highest number of ratings since the last drop, and the latest change of each. */
const memory = z.object({
  tenths: z.int(),
  starChange: change,
  /** Whether the stars rose after a recent fall. A fall that reverses this rise is then another fall. */
  isRecovery: z._default(z.boolean(), false),
  count: z.nullable(z.int()),
  countDrop: change,
});
type Change = z.output<typeof change>;
type Memory = z.output<typeof memory>;

const settings = z.object({
  oneTenthPrecisionUp: z._default(z.boolean(), false),
  oneTenthPrecisionDown: z._default(z.boolean(), false),
  reviewCountDropMinimumThreshold: z._default(z.int().check(z.gte(1)), 1),
});
type Settings = z.output<typeof settings>;

export default defineWatchdog({
  type: 'starRatingRecentChange',
  title: 'Star Rating Change',
  headline: 'Star rating changed',
  about: `Watches the stars and the number of ratings on the product page. Alerts when the stars fall, warns when ratings disappear, and tells you when the stars rise. Half stars count unless you ask for tenths. A change is news for ${WINDOW_DAYS} days.`,
  family: 'Reviews and badges',
  icon: 'star-half',
  everyMinutes: 150,
  reads: ['rating'],
  colours: ['RED', 'AMBER', 'GREEN'],
  costs: { alert: { low: 0.05, high: 0.25 } },
  nextSteps: [
    'Read the newest reviews, and find what they have in common',
    'A bad batch: stop it before it ships',
    'Report reviews that are against the rules',
  ],
  action: { label: 'Read the reviews', place: 'reviewsPage' },
  causedBy: { kinds: ['badReview', 'parentProductChange'], withinHours: 72 },
  asCause: { words: 'the star rating changed' },
  settings,
  panel: {
    oneTenthPrecisionUp: {
      label: 'Tell of every tenth up',
      help: 'Otherwise a rise is told when it reaches another half star',
      widget: 'toggle',
    },
    oneTenthPrecisionDown: {
      label: 'Alert at every tenth down',
      help: 'Otherwise a fall is told when it reaches another half star',
      widget: 'toggle',
    },
    reviewCountDropMinimumThreshold: {
      label: 'Warn when this many ratings disappear',
      help: 'At least 1',
      widget: 'number',
    },
  },
  memory,
  judge({ now, settings: chosen, memory: known, item, at, product }) {
    const look = { chosen, at };
    const before = known && withoutUncounted(known, look);
    if (!before && now.rating.count === 0) return { verdict: 'ok', text: 'No ratings yet', about: null, memory: null };
    const seen = believableRating(now.rating, before);
    if (!seen) return null;
    if (!before)
      return {
        verdict: 'ok',
        text: null,
        about: null,
        memory: { ...seen, starChange: null, isRecovery: false, countDrop: null },
      };
    const next = {
      ...followStars(before, seen.tenths, look),
      ...followCount(before, seen.count, look),
    };
    const open = openVerdict(next, product.marketplace, look);
    if (open) return open;
    const { starChange } = next;
    const kept = { about: aboutOf(next), memory: next };
    const wasOpen = (item?.status ?? 0) > 0;
    if (starChange && seen.tenths > before.tenths && next.tenths !== before.tenths) {
      const described = describe(starChange, null, product.marketplace);
      return { verdict: 'improved', ...described, ...kept, worth: worthOf(next, look) };
    }
    const isTakenBack = wasOpen && !isExpired(before, at);
    const [what, value] = endedValue(known ?? before, seen, product.marketplace);
    const text = `The ${what} is now ${value}`;
    return { verdict: isTakenBack ? 'improved' : 'ok', text: wasOpen ? text : null, ...kept };
  },
  judgeWithoutFacts({ memory: known, settings: chosen, product, at }) {
    const before = withoutUncounted(known, { chosen, at });
    const next = {
      ...before,
      starChange: whileInWindow(before.starChange, at),
      countDrop: whileInWindow(before.countDrop, at),
    };
    const [what, value] = endedValue(known, known, product.marketplace);
    const text = `The ${what} was ${value} when it was last told`;
    const open = openVerdict(next, product.marketplace, { chosen, at });
    return open ?? { verdict: 'ok', text, about: aboutOf(next), memory: next };
  },
});

/** Returns what the ended problem was about, with its value: the number of ratings if the stars had not fallen. */
function endedValue(ended: Memory, { tenths, count }: RatingSample, marketplace: string): readonly [string, string] {
  const ratings = count ?? ended.count;
  return ended.countDrop !== null && fallIn(ended) === null && ratings !== null
    ? ['number of ratings', countIn(marketplace, ratings)]
    : ['star rating', starsText(tenths)];
}

/** Returns `null` if neither the stars nor the number of ratings fell recently. */
function openVerdict(next: Memory, marketplace: string, look: Look): Judgement<Memory> | null {
  const { countDrop } = next;
  const fall = fallIn(next);
  if (!fall && !countDrop) return null;
  const isNew = [fall, countDrop].some((one) => one?.at === look.at.toISOString());
  return {
    verdict: fall ? 'alert' : 'warning',
    ...describe(fall, countDrop, marketplace),
    about: aboutOf({ starChange: fall, countDrop }),
    isFewer: !isNew,
    memory: next,
    againAt: firstWindowEnd([fall, countDrop]),
    worth: worthOf({ ...next, starChange: fall }, look),
  };
}

function worthOf({ starChange, countDrop, count }: Memory, { chosen, at }: Look): MessageWorth | null {
  const [stars, drop] = [starChange, countDrop].map((one) => (one?.at === at.toISOString() ? one : null));
  if ((drop?.from ?? count ?? leastTold.ratings) < leastTold.ratings) {
    return { sends: 'nothing', because: `The product has fewer than ${leastTold.ratings} ratings` };
  }
  if (stars && Math.abs(stars.to - stars.from) >= leastTenths(stars, chosen)) return null;
  const lost = drop ? drop.from - drop.to : 0;
  const isMany = drop && lost >= Math.max(chosen.reviewCountDropMinimumThreshold, drop.from * leastTold.shareOfRatings);
  if (!isMany) return { sends: 'nothing', because: 'The change of the rating is too small for a message' };
  const until = new Date(windowEnd(drop).getTime() - toldBeforeEndMs);
  return { sends: 'later', until, because: `Ratings that come back within ${WINDOW_DAYS} days are not told` };
}

const leastTenths = ({ from, to }: NonNullable<Change>, chosen: Settings): number =>
  (to > from ? chosen.oneTenthPrecisionUp : chosen.oneTenthPrecisionDown) ? 1 : leastTold.tenths;

interface RatingSample {
  readonly tenths: number;
  readonly count: number | null;
}

/** Some pages cut a number at its thousands separator: 127,560 becomes 127. Such a number is ignored. */
function believableRating({ tenths, count }: RatingFacts, before: Memory | null): RatingSample | null {
  if (!tenths || count === 0) return null;
  const former = before?.count ?? 0;
  const isCut = count !== null && former >= 1000 && Math.abs(Math.floor(former / 1000) - count) <= 1;
  return isCut ? null : { tenths, count };
}

interface Look {
  readonly chosen: Settings;
  readonly at: Date;
}

/** Returns the change of the stars if it is a fall. A rise is no problem and keeps no item open. */
const fallIn = ({ starChange }: Memory): Change => (starChange && starChange.to < starChange.from ? starChange : null);

const isExpired = (before: Memory, at: Date): boolean =>
  whileInWindow(fallIn(before), at) === null && whileInWindow(before.countDrop, at) === null;

type FollowedStars = Pick<Memory, 'tenths' | 'starChange' | 'isRecovery'>;

/**
 * Joins a change of the stars with the recent change before it. Several changes within the window count as one. A
 * reversed change counts as none, unless it is a rise that ended a fall: that rise was reported, so the same fall is
 * news again.
 */
function followStars(before: Memory, tenths: number, { chosen, at }: Look): FollowedStars {
  const open = whileInWindow(before.starChange, at);
  const wasRecovery = open !== null && before.isRecovery;
  if (!isCounted(before.tenths, tenths, chosen)) {
    return { tenths: before.tenths, starChange: open, isRecovery: wasRecovery };
  }
  const isRise = tenths > before.tenths;
  const isSameWay = open !== null && open.to > open.from === isRise;
  const isTakenBack = open !== null && !isSameWay && !wasRecovery && !isCounted(open.from, tenths, chosen);
  if (isTakenBack) return { tenths, starChange: null, isRecovery: false };
  const starChange = { from: isSameWay ? open.from : before.tenths, to: tenths, at: at.toISOString() };
  return { tenths, starChange, isRecovery: isRise && open !== null && (!isSameWay || wasRecovery) };
}

function isCounted(from: number, to: number, { oneTenthPrecisionUp, oneTenthPrecisionDown }: Settings): boolean {
  const isFine = to > from ? oneTenthPrecisionUp : oneTenthPrecisionDown;
  return isFine ? to !== from : roundedStars(to) !== roundedStars(from);
}

/**
 * Drops a recent fall or loss of ratings that is too small for the settings now. The values before it are known again,
 * so that further small changes add up to it.
 */
function withoutUncounted(before: Memory, { chosen, at }: Look): Memory {
  const fall = whileInWindow(fallIn(before), at);
  const drop = whileInWindow(before.countDrop, at);
  const isFallTooSmall = fall !== null && !isCounted(fall.from, fall.to, chosen);
  const isDropTooSmall = drop !== null && drop.from - drop.to < chosen.reviewCountDropMinimumThreshold;
  return {
    ...before,
    ...(isFallTooSmall && { tenths: fall.from, starChange: null }),
    ...(isDropTooSmall && { count: drop.from, countDrop: null }),
  };
}

function followCount(before: Memory, count: number | null, { chosen, at }: Look): Pick<Memory, 'count' | 'countDrop'> {
  const open = whileInWindow(before.countDrop, at);
  if (count === null || before.count === null) return { count: count ?? before.count, countDrop: open };
  const isDrop = before.count - count >= chosen.reviewCountDropMinimumThreshold;
  if (isDrop) return { count, countDrop: { from: open?.from ?? before.count, to: count, at: at.toISOString() } };
  return { count: Math.max(count, before.count), countDrop: open && count >= open.from ? null : open };
}

/** Returns the subject, which a new change alters, but the end of a window does not. */
const aboutOf = ({ starChange, countDrop }: Pick<Memory, 'starChange' | 'countDrop'>): string | null =>
  [starChange && `stars ${starChange.to}`, countDrop && `ratings ${countDrop.to}`].filter(Boolean).join(', ') || null;

const withUnit = (value: string, what: string): string =>
  what === 'star rating' ? `${value} stars` : value === '1' ? '1 rating' : `${value} ratings`;

function describe(stars: Change, drop: Change, marketplace: string) {
  const shown = [
    ...(stars
      ? [{ what: 'star rating', from: starsText(stars.from), to: starsText(stars.to), isRise: stars.to > stars.from }]
      : []),
    ...(drop
      ? [
          {
            what: 'number of ratings',
            from: countIn(marketplace, drop.from),
            to: countIn(marketplace, drop.to),
            isRise: false,
          },
        ]
      : []),
  ];
  const texts = shown.map(
    ({ what, from, to, isRise }) => `the ${what} ${isRise ? 'rose' : 'fell'} from ${from} to ${to}`,
  );
  return {
    text: texts.join(', and ').replace(/^t/, 'T'),
    from: shown.map(({ from, what }) => withUnit(from, what)).join(', '),
    to: shown.map(({ to, what }) => withUnit(to, what)).join(', '),
    evidence: shown.map(({ what, from, to }) => ({
      label: what.replace(/^./, (first) => first.toUpperCase()),
      value: `${from}, now ${to}`,
    })),
  };
}
