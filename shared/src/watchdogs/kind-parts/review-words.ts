import { shorten } from '../../base/cut-text.ts';
import type { ReviewsFacts } from '../facts/observations.ts';

export type ReviewFacts = NonNullable<ReviewsFacts['top']>[number];

/** A review with this many stars or fewer is bad. */
export const BAD_AT_MOST = 3;

export const starsOf = (rating: number): string => (rating === 1 ? '1 star' : `${rating} stars`);

const SHOWN_CHARACTERS = 80;

/** The review in one line: its title, or the beginning of its text. */
export function reviewWords({ title, body }: Pick<ReviewFacts, 'title' | 'body'>): string {
  const words = oneLine(title) || oneLine(body);
  return shorten(words, SHOWN_CHARACTERS);
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the words of a review as the end of a sentence; empty if the review has no words. */
export const quote = (words: string): string => (words === '' ? '' : `: "${words}"`);
