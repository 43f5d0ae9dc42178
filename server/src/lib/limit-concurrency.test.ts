import { expect, test } from 'vitest';
import { limitConcurrency } from './limit-concurrency.ts';

test('calls beyond the limit wait, and calls beyond the queue are refused', async () => {
  const run = limitConcurrency({ atOnce: 2, waiting: 3 });
  const finish: (() => void)[] = [];
  const started: number[] = [];

  const all = Array.from({ length: 7 }, (_, n) =>
    run(async () => {
      started.push(n);
      await new Promise<void>((resolve) => finish.push(resolve));
      return n;
    }),
  );
  const settled = Promise.allSettled(all);
  expect(started).toEqual([0, 1]);
  for (let done = 0; done < 5; done += 1) {
    finish[done]?.();
    await all[done];
  }

  expect(started).toEqual([0, 1, 2, 3, 4]);
  expect((await settled).map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), 'rejected', 'rejected']);
});

test('work that fails releases its place', async () => {
  const run = limitConcurrency({ atOnce: 1, waiting: 0 });

  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(await run(async () => 'next')).toBe('next');
});
