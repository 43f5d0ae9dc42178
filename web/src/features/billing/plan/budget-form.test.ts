import { expect, test } from 'vitest';
import { budgetFields, budgetText, budgetUse, noDraft, parseBudget, withoutSaved } from './budget-form.ts';

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

const budget = { limitCents: 15_000, capsTracking: true };

test('fields that nobody has changed follow a budget that somebody else saves', () => {
  expect(budgetFields(budget, noDraft)).toMatchObject({ typed: '150.00', caps: true, isDirty: false });
  expect(budgetFields({ limitCents: null, capsTracking: false }, noDraft)).toMatchObject({
    typed: '',
    caps: false,
    isDirty: false,
  });
});

test('what was typed stays when somebody else saves another budget', () => {
  const draft = { typed: '2', caps: null };
  expect(budgetFields(budget, draft)).toMatchObject({ typed: '2', caps: true, isDirty: true });
  expect(budgetFields({ limitCents: 9900, capsTracking: false }, draft)).toMatchObject({ typed: '2', isDirty: true });
});

test('after a save only the changes made meanwhile are left', () => {
  const saved = { typed: '150', caps: true };
  expect(withoutSaved(saved, saved)).toEqual(noDraft);
  expect(withoutSaved({ typed: '1500', caps: true }, saved)).toEqual({ typed: '1500', caps: null });
  expect(withoutSaved({ typed: '150', caps: false }, saved)).toEqual({ typed: null, caps: false });
});
