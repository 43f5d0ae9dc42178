import { useState } from 'react';

interface Part {
  readonly data: unknown;
  /** Whether the data is that of an earlier query, which TanStack Query shows until the answer of this one has come. */
  readonly isPlaceholderData: boolean;
}

type Parts = Readonly<Record<string, Part>>;

/** The answers of queries that are drawn together. */
export type Whole<Queries extends Parts> = { readonly [Name in keyof Queries]: NonNullable<Queries[Name]['data']> };

/**
 * The answers to draw: the present ones if all have come, and otherwise those before. Answers come one by one, and a
 * picture of the sales of one range with the ranks of another would be untrue.
 */
export function wholeAfter<Queries extends Parts>(
  before: Whole<Queries> | null,
  queries: Queries,
): Whole<Queries> | null {
  const parts = Object.entries(queries);
  if (parts.some(([, { data, isPlaceholderData }]) => data === undefined || isPlaceholderData)) return before;
  const isSame = before !== null && parts.every(([name, { data }]) => before[name] === data);
  return isSame ? before : (Object.fromEntries(parts.map(([name, { data }]) => [name, data])) as Whole<Queries>);
}

/** Returns the answers of queries that are drawn together; `null` until all of them have come for the first time. */
export function useWhole<Queries extends Parts>(queries: Queries): Whole<Queries> | null {
  const [before, setBefore] = useState<Whole<Queries> | null>(null);
  const whole = wholeAfter(before, queries);
  if (whole !== before) setBefore(whole);
  return whole;
}
