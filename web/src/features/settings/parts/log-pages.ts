import { infiniteQueryOptions } from '@tanstack/react-query';

interface Log<Page> {
  /** Begins with the path of the call, by which the log is read again. */
  readonly queryKey: readonly unknown[];
  /** Reads the newest page, or the one that is older than a place. */
  readonly fetchPage: (before: string | null, signal: AbortSignal) => Promise<Page>;
  /** The place where the next, older page begins; null after the last page. */
  readonly nextOf: (page: Page) => string | null;
}

const newest: string | null = null;

/**
 * The pages of a log that have been opened, as one query. When the log is read again, all of them stay until the new ones
 * are there, of which each begins where the new one before it ends. Pages with a query each would be lost with a new
 * event, which moves the place where the next page begins.
 */
export const logPages = <Page>({ queryKey, fetchPage, nextOf }: Log<Page>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: newest,
    getNextPageParam: nextOf,
  });
