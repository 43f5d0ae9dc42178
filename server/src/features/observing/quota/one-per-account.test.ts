import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { onePerAccount } from './one-per-account.ts';

interface NamedItem {
  readonly sellerAccountId: string;
  readonly sku: string;
}
const named = (sellerAccountId: string, sku: string): NamedItem => ({ sellerAccountId, sku });
const { signal } = new AbortController();

test('items of an account that is being worked on are put off, and other accounts are worked on', async () => {
  const done: string[] = [];
  const later: string[] = [];
  const slow = Promise.withResolvers<void>();
  const work = onePerAccount<NamedItem>({
    async run(items) {
      if (items.some(({ sku }) => sku === 'slow')) await slow.promise;
      done.push(items.map(({ sku }) => sku).join(' '));
    },
    putOff: (items) => Promise.resolve(void later.push(...items.map(({ sku }) => sku))),
  });

  const first = work([named('A', 'slow'), named('A', 'beside'), named('B', 'quick')], signal);
  await setImmediate();
  await work([named('A', 'next'), named('B', 'again')], signal);
  const meanwhile = { done: [...done], later: [...later] };
  slow.resolve();
  await first;
  await work([named('A', 'last')], signal);

  expect(meanwhile).toEqual({ done: ['quick', 'again'], later: ['next'] });
  expect(done).toEqual(['quick', 'again', 'slow beside', 'last']);
  expect(later).toEqual(['next']);
});

test('a run fails for one account after the others are done, and that account can be worked on again', async () => {
  const done: string[] = [];
  const work = onePerAccount<NamedItem>({
    async run(items) {
      if (items.some(({ sku }) => sku === 'bad')) throw new Error('bad');
      done.push(...items.map(({ sku }) => sku));
    },
    putOff: () => Promise.resolve(),
  });

  await expect(work([named('A', 'bad'), named('B', 'good')], signal)).rejects.toThrow('bad');
  await work([named('A', 'better')], signal);

  expect(done).toEqual(['good', 'better']);
});
