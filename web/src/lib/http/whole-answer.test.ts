import { expect, test } from 'vitest';
import { wholeAfter, type Whole } from './whole-answer.ts';

const given = (data: string) => ({ data, isPlaceholderData: false });
const kept = (data: string) => ({ data, isPlaceholderData: true });
const awaited = { data: undefined, isPlaceholderData: false };

type Queries = Readonly<
  Record<'sales' | 'ranks', { readonly data: string | undefined; readonly isPlaceholderData: boolean }>
>;

/** Returns what is drawn after each state of the queries. */
function drawn(...states: readonly Queries[]): readonly (Whole<Queries> | null)[] {
  let whole: Whole<Queries> | null = null;
  return states.map((queries) => {
    whole = wholeAfter(whole, queries);
    return whole;
  });
}

test('the data of one range is drawn until all data of the next one has arrived', () => {
  const [before, , ...shown] = drawn(
    { sales: given('30 days'), ranks: given('30 days') },
    { sales: kept('30 days'), ranks: kept('30 days') },
    { sales: given('90 days'), ranks: kept('30 days') },
    // A third range is chosen before the second has arrived.
    { sales: kept('90 days'), ranks: kept('30 days') },
    { sales: kept('90 days'), ranks: given('60 days') },
    { sales: given('60 days'), ranks: given('60 days') },
  );

  expect(before).toEqual({ sales: '30 days', ranks: '30 days' });
  expect(shown).toEqual([before, before, before, { sales: '60 days', ranks: '60 days' }]);
});

test('nothing is drawn until all data of the first range has arrived', () => {
  const shown = drawn(
    { sales: awaited, ranks: awaited },
    { sales: given('30 days'), ranks: awaited },
    { sales: given('30 days'), ranks: given('30 days') },
  );

  expect(shown).toEqual([null, null, { sales: '30 days', ranks: '30 days' }]);
});

test('data that has not changed is not drawn again', () => {
  const queries = { sales: given('30 days'), ranks: given('30 days') };
  const [first, second] = drawn(queries, { ...queries });

  expect(second).toBe(first);
});
