import * as z from 'zod/mini';
import type { ReviewsFacts } from '@app/shared/watchdogs/facts/observations.ts';
import { maybe, parseMembers } from '../marketplace/answers/answer.ts';
import { readableText, reviewText } from './page-text.ts';

const review = z.object({
  id: z.string().check(z.minLength(1)),
  rating: z.number().check(z.gte(1), z.lte(5)),
  title: maybe(z.string()),
  body: maybe(z.string()),
  date: maybe(z.object({ utc: maybe(z.string()) })),
  verified_purchase: maybe(z.boolean()),
});

/** A page shows up to eight reviews of its own country and five of other countries. */
const mostShown = 13;
/**
 * A page with more than `mostShown` reviews has another layout. Reviews beyond the eighth would seem to come and go,
 * because other layouts do not show them.
 */
const shownByEveryLayout = 8;
/** With this many ratings a product has at least one review, so a page without any has not loaded them. */
const ratingsWithoutWords = 20;
const longestTitle = 200;
const longestBody = 500;

/** Returns the reviews in the page's order, or `null` if the page does not contain them. */
export function reviewsOf(list: readonly unknown[] | null, ratings: number | null): ReviewsFacts | null {
  const { members } = parseMembers(review, list ?? []);
  const each = members.filter(({ id }, index) => members.findIndex((member) => member.id === id) === index);
  if (each.length === 0 && (ratings ?? 0) >= ratingsWithoutWords) return null;
  const shown = each.slice(0, each.length > mostShown ? shownByEveryLayout : mostShown);
  return {
    top: shown.map(({ id, rating, title, body, date, verified_purchase: isVerified }) => ({
      id,
      rating: Math.round(rating),
      title: readableText(title ?? '', longestTitle),
      body: reviewText(body ?? '', longestBody),
      date: instantOf(date?.utc ?? null),
      isVerified,
    })),
  };
}

function instantOf(text: string | null): string | null {
  const ms = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
