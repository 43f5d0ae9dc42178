import { ExternalError, OutOfQuota } from '../../../../external/marketplace/external-error.ts';
import type { Refusal } from '../../../../external/marketplace/answers/answer.ts';
import { service } from '../../../../external/pages/page-caller.ts';
import type { Observation } from '../../recording/observation.ts';
import { batchSource, byName, type Question, type SourceAnswer, type Target } from '../source.ts';

/** Specification, section 5: the threshold of a keyword is 150 at most. */
const upTo = 150;

/** The positions of products in the results of their keywords. */
export const searchPages = batchSource({
  name: 'search-pages',
  aspects: ['searchRank'],
  unit: 'keyword',
  batchSize: 10,
  announcedBy: [],
  needsPages: true,
  ask: searchFor,
});

/**
 * Searches once for each phrase of the batch. Targets of one phrase come together, and one search serves all of its
 * products.
 */
export async function searchFor(question: Question): Promise<SourceAnswer> {
  const phrases = [...byName(question.targets, (target) => target.sku)];
  const settled = await Promise.allSettled(phrases.map(([phrase, targets]) => searchOne(question, phrase, targets)));
  const seen = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failures = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  // Some phrases may fail alone. If there is no answer at all, or the key is refused, the whole batch fails.
  const decisive = failures.find((failure) => !isTransient(failure)) ?? (seen.length === 0 ? failures[0] : undefined);
  if (decisive) throw decisive;
  const failed = failures
    .filter((failure) => !isOutOfCredits(failure))
    .map((failure) => ({ subject: 'a search', reason: String(failure) }));
  return {
    observations: seen.flatMap(({ observations }) => observations),
    refusals: [...seen.flatMap(({ refusals }) => refusals), ...failed],
    unasked: unaskedOf(settled, phrases),
  };
}

/**
 * Returns the targets from the first phrase on for which the credits of the day did not suffice. A later phrase that got
 * the last credits is searched for once more, because a pass continues at one place only.
 */
function unaskedOf(
  settled: readonly PromiseSettledResult<unknown>[],
  phrases: readonly (readonly [phrase: string, targets: readonly Target[]])[],
): readonly Target[] {
  const first = settled.findIndex((one) => one.status === 'rejected' && isOutOfCredits(one.reason));
  return first < 0 ? [] : phrases.slice(first).flatMap(([, targets]) => targets);
}

const isOutOfCredits = (failure: unknown): boolean => failure instanceof OutOfQuota;

const isTransient = (failure: unknown): boolean => failure instanceof ExternalError && !failure.isPermanent;

interface KeywordAnswer {
  readonly observations: readonly Observation[];
  readonly refusals: readonly Refusal[];
}

async function searchOne(
  { pages, place, observedAt, options: { signal } }: Question,
  keyword: string,
  targets: readonly Target[],
): Promise<KeywordAnswer> {
  if (!pages) throw new ExternalError(service, 'no provider is configured', { isPermanent: true });
  const wanted = [...new Set(targets.map(({ asin }) => asin))];
  const found = await pages.search({ place, keyword, wanted, upTo, ...(signal && { signal }), paid: () => undefined });
  if ('reason' in found) return { observations: [], refusals: [{ subject: keyword, reason: found.reason }] };
  // A product that is not among all results is not among the first 150 either.
  const seen = found.areAll ? upTo : found.asins.length;
  const observations = targets.map(({ productId, asin }) => {
    const index = found.asins.indexOf(asin);
    const position = index < 0 ? null : index + 1;
    // The depth of a search depends on the other products of the phrase, so only the depth up to this product counts
    // for it.
    const facts = { keyword, position, seen: position ?? seen };
    return { productId, aspect: 'searchRank' as const, sku: keyword, facts, observedAt: observedAt() };
  });
  return { observations, refusals: [] };
}
