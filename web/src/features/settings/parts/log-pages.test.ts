import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { logPages } from './log-pages.ts';

/** A log that is read two lines at a time, newest first. */
const logOf = (lines: readonly number[]) =>
  logPages({
    queryKey: ['log'],
    fetchPage: async (before) => lines.filter((line) => before === null || line < Number(before)).slice(0, 2),
    nextOf: (page) => (page.at(-1) === lines.at(-1) ? null : String(page.at(-1))),
  });

test('older pages of a log stay open when a new line has come, and no line is missing or there twice', async () => {
  const lines = [7, 6, 5, 4, 3, 2, 1];
  const client = new QueryClient();
  const log = new InfiniteQueryObserver(client, logOf(lines));
  const shown: string[] = [];
  const stop = log.subscribe(({ data }) => {
    const text = data?.pages.join(' | ') ?? '';
    if (text !== shown.at(-1)) shown.push(text);
  });
  await log.refetch();
  await log.fetchNextPage();
  await log.fetchNextPage();

  lines.unshift(8);
  await client.invalidateQueries({ queryKey: ['log'] });
  await log.fetchNextPage();
  stop();
  client.clear();

  expect(shown).toEqual(['', '7,6', '7,6 | 5,4', '7,6 | 5,4 | 3,2', '8,7 | 6,5 | 4,3', '8,7 | 6,5 | 4,3 | 2,1']);
  expect(log.getCurrentResult().hasNextPage).toBe(false);
});
