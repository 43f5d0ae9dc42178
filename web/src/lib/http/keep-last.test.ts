import { expect, test, vi } from 'vitest';
import { keepLast } from './keep-last.ts';

test('the last result is kept until an argument differs', () => {
  const compute = vi.fn<(list: readonly number[], by: number) => number[]>((list, by) => list.map((one) => one * by));
  const kept = keepLast(compute);
  const list = [1, 2];

  expect(kept(list, 3)).toBe(kept(list, 3));
  expect(kept(list, 4)).toEqual([4, 8]);
  expect(kept([1], 4)).toEqual([4]);
  expect(compute).toHaveBeenCalledTimes(3);
});
