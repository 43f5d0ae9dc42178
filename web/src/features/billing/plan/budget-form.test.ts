import { expect, test } from 'vitest';
import { budgetText, budgetUse, parseBudget } from './budget-form.ts';

test.each([
  ['', null],
  ['150', 15_000],
  [' $1,250.50 ', 125_050],
  ['1,000,000', 100_000_000],
  ['1000000', 100_000_000],
  ['12,50', 1250],
  ['12,5', 1250],
])('"%s" is a budget of %s cents', (typed, limitCents) => {
  expect(parseBudget(typed)).toEqual({ ok: true, limitCents });
});

test.each([
  ['0.99', 'A budget is $1.00 at least'],
  ['1000000.01', 'A budget is $1,000,000 at most'],
  ['12.345', 'Please enter an amount in USD, such as 150.00'],
  ['-5', 'Please enter an amount in USD, such as 150.00'],
  ['a lot', 'Please enter an amount in USD, such as 150.00'],
])('"%s" is refused', (typed, error) => {
  expect(parseBudget(typed)).toEqual({ ok: false, error });
});

test('a saved budget is shown with its cents', () => {
  expect([budgetText(null), budgetText(15_000)]).toEqual(['', '150.00']);
});

test('the use of a budget is in percent', () => {
  expect(budgetUse(7499, 15_000)).toBe('49% used in this period');
  expect(budgetUse(16_500, 15_000)).toBe('The budget is used up: 110%');
});
