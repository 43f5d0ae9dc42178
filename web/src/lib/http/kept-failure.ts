import { useState } from 'react';

interface Outcome {
  /** The answer; `undefined` if none has come yet. */
  readonly data: unknown;
  readonly error: Error | null;
}

/** The failure to show after this outcome; it ends with an answer, and another failure takes its place. */
export const failureAfter = (before: Error | null, { data, error }: Outcome): Error | null =>
  data === undefined ? (error ?? before) : null;

/**
 * Returns the failure of a query that has no answer yet, also while the query is repeated. The query itself forgets the
 * failure then, and the page would replace the button that repeats it, with the focus, by what it shows at first.
 */
export function useKeptFailure({ data, error }: Outcome): Error | null {
  const [before, setBefore] = useState<Error | null>(null);
  const failure = failureAfter(before, { data, error });
  if (failure !== before) setBefore(failure);
  return failure;
}

interface Repeatable extends Outcome {
  readonly errorUpdateCount: number;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/**
 * What `ErrorState` shows of a query without an answer; `null` while there is an answer, or none is missed yet. A query
 * draws its component again for the properties that were read from it, so that `isFetching` is read after a failure
 * only: the dashboard would be drawn twice with each look for changes.
 */
export function useFailed(query: Repeatable) {
  const failure = useKeptFailure({ data: query.data, error: query.error });
  if (failure === null) return null;
  const { errorUpdateCount, isFetching, refetch } = query;
  return { failure, failures: errorUpdateCount, isRetrying: isFetching, onRetry: () => void refetch() };
}
