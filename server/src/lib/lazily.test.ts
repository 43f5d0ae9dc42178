import { expect, test } from 'vitest';
import { lazily } from './lazily.ts';

test('callers at the same time get the same one', async () => {
  let number = 0;
  const lazy = lazily(async () => (number += 1));

  expect(await Promise.all([lazy.get(), lazy.get()])).toEqual([1, 1]);
  expect(await lazy.get()).toBe(1);
});

test('a creation that failed is repeated', async () => {
  const creations = [() => Promise.reject(new Error('no file')), () => Promise.resolve('client')];
  const lazy = lazily(async () => (creations.shift() ?? (() => 'another'))());

  await expect(lazy.get()).rejects.toThrow('no file');
  await expect(lazy.get()).resolves.toBe('client');
});

test('only what was created is used at the end', async () => {
  const closed: string[] = [];
  const needed = lazily(async () => 'needed');
  const unneeded = lazily(async () => 'unneeded');
  await needed.get();

  for (const lazy of [needed, unneeded]) lazy.ifCreated((one) => void closed.push(one));
  await needed.get();

  expect(closed).toEqual(['needed']);
});
