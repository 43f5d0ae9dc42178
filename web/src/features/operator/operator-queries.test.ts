import { expect, test } from 'vitest';
import { deadLettersQuery, setAsideQuery, stateQuery } from './operator-queries.ts';

test('what is set aside is read as often as the figures that count it', () => {
  expect(setAsideQuery.refetchInterval).toBe(stateQuery.refetchInterval);
  expect(deadLettersQuery.refetchInterval).toBe(stateQuery.refetchInterval);
  expect(stateQuery.refetchInterval).toBe(15_000);
});
