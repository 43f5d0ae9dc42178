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
