import * as z from 'zod/mini';
import { cutAt } from '../../base/cut-text.ts';
import { firstWindowEnd, isInWindow } from '../kind-parts/news-window.ts';
import { defineWatchdog } from '../model/define.ts';
import type { FeedbackFacts } from '../facts/observations.ts';

/**
 * `known` is the feedback that existed when the watch began, `recent` the later feedback with the time at which it was
 * first seen.
 */
const memory = z.object({
  known: z.array(z.string()),
  recent: z.array(z.object({ id: z.string(), at: z.iso.datetime() })),
});
type Memory = z.output<typeof memory>;
type Entry = FeedbackFacts['entries'][number];

export default defineWatchdog({
  type: 'badSellerFeedback',
  title: 'Bad Seller Feedback',
  headline: 'Bad seller feedback',
  about:
    'Watches the feedback that buyers give you as a seller, on orders of this product. Alerts when somebody gives three stars or fewer, for 7 days or until the feedback is taken back.',
  family: 'Reviews and badges',
  icon: 'message-report',
  everyMinutes: 120,
  reads: ['feedback'],
  colours: ['RED'],
  costs: null,
  nextSteps: [
    'About the product, or about Amazon’s own delivery: ask Amazon to remove it',
    'Otherwise help the buyer, who can take it back within 60 days',
  ],
  action: { label: 'Read the feedback', place: 'sellerFeedback' },
  settings: z.object({}),
  panel: {},
  memory,
  judge({ now, memory: before, item, at }) {
    const entries = now.feedback.entries.filter(({ rating }) => rating <= 3);
    const ids = entries.map(idOf).toSorted();
    const next = before ? follow(before, ids, at) : { known: ids, recent: [] };
    const open = next.recent.filter((one) => isInWindow(one, at));
    const told = entries
      .filter((entry) => open.some(({ id }) => id === idOf(entry)))
      .toSorted((a, b) => (idOf(a) < idOf(b) ? 1 : -1));
    const remembered = { known: next.known, recent: open };
    const closed = next.recent.filter((one) => !open.includes(one)).map(({ id }) => id);
    const kept = { ...remembered, known: [...new Set([...next.known, ...closed])].toSorted() };
    const [latest] = told;
    if (!latest) {
      const text = (item?.status ?? 0) > 0 ? 'No recent bad feedback is left' : null;
      return { verdict: 'ok', text, about: null, memory: kept };
    }
    const isFewer = told.every((entry) => before?.recent.some(({ id }) => id === idOf(entry)) ?? false);
    return {
      verdict: 'alert',
      ...describe(told, latest),
      isFewer,
      memory: kept,
      againAt: firstWindowEnd(open),
    };
  },
  judgeWithoutFacts: ({ memory: { known, recent }, at }) => {
    const open = recent.filter((one) => isInWindow(one, at));
    const closed = recent.filter((one) => !open.includes(one)).map(({ id }) => id);
    const left = { known: [...new Set([...known, ...closed])].toSorted(), recent: open };
    const about = open.map(({ id }) => id).join(', ');
    if (open.length === 0) return { verdict: 'ok', text: 'No recent bad feedback is left', about: null, memory: left };
    const text = `${open.length === 1 ? '1 buyer' : `${open.length} buyers`} gave you three stars or fewer`;
    return { verdict: 'alert', text, about, isFewer: true, memory: left, againAt: firstWindowEnd(open) };
  },
});

/** An order has one feedback. A feedback whose stars have changed gets another id and counts as new. */
const idOf = ({ orderId, rating }: Entry): string => `${orderId} ${rating}`;

/**
 * Updates the memory: feedback that the report no longer contains was removed. Feedback that existed when the watch
 * began never raises an alert.
 */
function follow({ known, recent }: Memory, ids: readonly string[], at: Date): Memory {
  const still = recent.filter(({ id }) => ids.includes(id));
  const isNew = (id: string) => !known.includes(id) && !recent.some((one) => one.id === id);
  const news = ids.filter(isNew).map((id) => ({ id, at: at.toISOString() }));
  return { known: known.filter((id) => ids.includes(id)), recent: [...still, ...news].toSorted(byId) };
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

const stars = (rating: number): string => (rating === 1 ? '1 star' : `${rating} stars`);

function describe(told: readonly Entry[], latest: Entry) {
  return {
    text:
      told.length === 1
        ? `A buyer gave you ${withComment(latest)}`
        : `${told.length} buyers gave you three stars or fewer`,
    from: null,
    to: told.length === 1 ? stars(latest.rating) : `${told.length} bad feedbacks`,
    about: told.map(idOf).join(', '),
    evidence: told.map((entry) => ({
      label: `Order ${entry.orderId}, ${entry.date}`,
      value: withComment(entry),
    })),
  };
}

/** Returns the stars with the comment, unless nothing is left of the comment: some buyers write "!!!". */
function withComment({ rating, comment }: Entry): string {
  const words = shortComment(comment);
  return words === '' ? stars(rating) : `${stars(rating)}: ${words}`;
}

/** Shortens a comment to one line, without a full stop, because our sentence adds one. */
const shortComment = (comment: string): string => {
  const line = comment.trim().replaceAll(/\s+/g, ' ');
  return (line.length > 160 ? `${cutAt(line, 157)}…` : line).replace(/[.!\s]+$/, '');
};
