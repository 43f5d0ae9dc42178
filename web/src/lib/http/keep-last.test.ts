import { expect, test, vi } from 'vitest';
import { keepLast } from './keep-last.ts';

test('what was computed last is kept until an argument is another one', () => {
  const compute = vi.fn<(list: readonly number[], by: number) => number[]>((list, by) => list.map((one) => one * by));
  const kept = keepLast(compute);
  const list = [1, 2];

  expect(kept(list, 3)).toBe(kept(list, 3));
  expect(kept(list, 4)).toEqual([4, 8]);
  expect(kept([1], 4)).toEqual([4]);
  expect(compute).toHaveBeenCalledTimes(3);
});
