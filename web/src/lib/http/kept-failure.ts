import { useState } from 'react';

interface Outcome {
  /** The answer; `undefined` if none has come yet. */
  readonly data: unknown;
  readonly error: Error | null;
  /** The number of failures of this query. It starts at 0 when the query takes the place of another one. */
  readonly errorUpdateCount: number;
  /** Whether the data is that of an earlier query, which TanStack Query also shows while this one is repeated. */
  readonly isPlaceholderData?: boolean;
}

/**
 * Returns the failure to show after this outcome. A failure is shown until an answer comes, another failure takes its
 * place, or another query does, such as that of another filter.
 */
export function failureAfter(before: Error | null, outcome: Outcome): Error | null {
  if (outcome.data !== undefined && outcome.isPlaceholderData !== true) return null;
  return outcome.error ?? (outcome.errorUpdateCount > 0 ? before : null);
}

/**
 * Returns the failure of a query that has no answer yet, also while the query is repeated. The query itself forgets the
 * failure then, and the page would replace the button that repeats it, with the focus, by what it shows at first.
 */
export function useKeptFailure(query: Outcome): Error | null {
  const [before, setBefore] = useState<Error | null>(null);
  const failure = failureAfter(before, query);
  if (failure !== before) setBefore(failure);
  return failure;
}

/** The properties of `ErrorState` for a part that did not load. */
export interface Failed {
  readonly failure: Error;
  /** The number of failures until now. */
  readonly failures: number;
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

interface Repeatable extends Outcome {
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/**
 * Returns the properties of `ErrorState` for a query that has failed; `null` while there is an answer, or while the first
 * one is awaited. A query draws its component again for the properties that were read from it, so that `isFetching` is
 * read after a failure only: the dashboard would be drawn twice with each look for changes.
 */
export function useFailed(query: Repeatable): Failed | null {
  const failure = useKeptFailure(query);
  if (failure === null) return null;
  const { errorUpdateCount, isFetching, refetch } = query;
  return { failure, failures: errorUpdateCount, isRetrying: isFetching, onRetry: () => void refetch() };
}

/** The failure of a part that needs the answers of several queries; its button repeats all that have failed. */
export function firstFailed(parts: readonly (Failed | null)[]): Failed | null {
  const failed = parts.filter((part) => part !== null);
  const [first] = failed;
  if (first === undefined) return null;
  return {
    failure: first.failure,
    failures: failed.reduce((sum, { failures }) => sum + failures, 0),
    isRetrying: failed.some(({ isRetrying }) => isRetrying),
    onRetry: () => failed.forEach(({ onRetry }) => onRetry()),
  };
}
