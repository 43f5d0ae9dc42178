import { keepPreviousData, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { isMissing } from './is-missing.ts';

test('an answer stays when its refresh fails, and one that never arrived is missing', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let isUp = true;
  const options = (range: string) => ({
    queryKey: ['sales', range],
    queryFn: async () => (isUp ? range : Promise.reject(new Error('no connection'))),
    placeholderData: keepPreviousData,
  });
  const sales = new QueryObserver(client, options('30 days'));
  const stop = sales.subscribe(() => undefined);
  await sales.refetch();
  isUp = false;

  await sales.refetch();
  expect(sales.getCurrentResult()).toMatchObject({ data: '30 days', isError: true });
  expect(isMissing(sales.getCurrentResult())).toBe(false);

  sales.setOptions(options('90 days'));
  expect(isMissing(sales.getCurrentResult())).toBe(false);
  await sales.refetch();
  expect(isMissing(sales.getCurrentResult())).toBe(true);
  stop();
  client.clear();
});
