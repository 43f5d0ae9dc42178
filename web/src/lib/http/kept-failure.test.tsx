import { keepPreviousData, QueryClient, QueryObserver } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { failureAfter, firstFailed, useFailed } from './kept-failure.ts';

test('a failure stays while the call is repeated, and ends with the answer', async () => {
  const answers = [
    () => Promise.reject(new Error('No connection')),
    () => Promise.reject(new Error('Too many requests')),
    () => Promise.resolve('what the link does'),
  ];
  const queryFn = () => answers.shift()?.() ?? Promise.reject(new Error('Asked too often'));
  const link = new QueryObserver(new QueryClient(), { queryKey: ['link'], queryFn, retry: false, enabled: false });
  const shown: (string | null)[] = [];
  let failure: Error | null = null;
  const stop = link.subscribe((outcome) => {
    failure = failureAfter(failure, outcome);
    const text = failure?.message ?? null;
    if (text !== shown.at(-1)) shown.push(text);
  });

  for (const last of ['No connection', 'Too many requests', null]) {
    await link.refetch();
    await expect.poll(() => shown.at(-1)).toBe(last);
  }
  stop();

  expect(shown).toEqual([null, 'No connection', 'Too many requests', null]);
});

test('a part with an answer is not drawn again because its query is repeated', () => {
  const read: string[] = [];
  const answered = {
    data: 'the world',
    error: null,
    errorUpdateCount: 0,
    get isFetching() {
      read.push('isFetching');
      return true;
    },
    refetch: () => undefined,
  };
  const Part = () => useFailed(answered) && 'failed';

  expect(renderToStaticMarkup(<Part />)).toBe('');
  expect(read).toEqual([]);
});

const products = (filter: string) => ({
  queryKey: ['products', filter],
  queryFn: () => Promise.reject(new Error('No connection')),
  retry: false,
  enabled: false,
});

test('the failure of an earlier filter is not shown while the products of another are fetched', async () => {
  const page = new QueryObserver(new QueryClient(), products('pan'));
  await page.refetch();
  const failure = failureAfter(null, page.getCurrentResult());
  expect(failure?.message).toBe('No connection');

  page.setOptions(products('pot'));
  expect(failureAfter(failure, page.getCurrentResult())).toBeNull();
});

test('a failure stays while the call is repeated also where the answer before it is shown meanwhile', async () => {
  let isUp = true;
  const options = (filter: string) => ({
    ...products(filter),
    queryFn: async () => (isUp ? filter : Promise.reject(new Error('No connection'))),
    placeholderData: keepPreviousData,
  });
  const page = new QueryObserver(new QueryClient(), options('pan'));
  const shown: unknown[] = [];
  let failure: Error | null = null;
  const stop = page.subscribe((outcome) => {
    failure = failureAfter(failure, outcome);
    const next = failure?.message ?? outcome.data;
    if (next !== shown.at(-1)) shown.push(next);
  });
  await page.refetch();
  await expect.poll(() => shown.at(-1)).toBe('pan');

  isUp = false;
  page.setOptions(options('pot'));
  await page.refetch();
  await expect.poll(() => shown.at(-1)).toBe('No connection');
  isUp = true;
  await page.refetch();
  await expect.poll(() => shown.at(-1)).toBe('pot');
  stop();

  expect(shown).toEqual(['pan', 'No connection', 'pot']);
});

test('an answer stays when its refresh fails, and one that never arrived is missing', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let isUp = true;
  const options = (range: string) => ({
    queryKey: ['sales', range],
    queryFn: async () => (isUp ? range : Promise.reject(new Error('no connection'))),
    placeholderData: keepPreviousData,
  });
  const sales = new QueryObserver(client, options('30 days'));
  const failure = () => failureAfter(null, sales.getCurrentResult());
  const stop = sales.subscribe(() => undefined);
  await sales.refetch();
  isUp = false;

  await sales.refetch();
  expect(sales.getCurrentResult()).toMatchObject({ data: '30 days', isError: true });
  expect(failure()).toBeNull();

  sales.setOptions(options('90 days'));
  expect(failure()).toBeNull();
  await sales.refetch();
  expect(failure()?.message).toBe('no connection');
  stop();
  client.clear();
});

test('a part of several answers repeats all that did not load, and is repeated until the last one is there', () => {
  const repeated: string[] = [];
  const failed = (name: string, isRetrying: boolean) => ({
    failure: new Error(name),
    failures: 1,
    isRetrying,
    onRetry: () => void repeated.push(name),
  });

  expect(firstFailed([null, null])).toBeNull();
  const both = firstFailed([null, failed('ranks', false), failed('sales', true)]);
  expect(both).toMatchObject({ failure: { message: 'ranks' }, failures: 2, isRetrying: true });
  both?.onRetry();
  expect(repeated).toEqual(['ranks', 'sales']);
});
