import { expect, test } from 'vitest';
import { catalog } from '../../../testing/fact-builders.ts';
import type { CatalogFacts } from '../facts/observations.ts';
import { judgeInTurn, someInstant, verdicts, type Look } from '../../../testing/verdict-table.ts';
import productCategory from './product-category-recent-change.ts';

const filed = (facts: Partial<CatalogFacts> = {}, more: Partial<Look> = {}): Look => ({
  now: {
    catalog: catalog({
      classification: { id: '1', name: 'Skillets' },
      displayGroup: 'Kitchen',
      productType: 'SKILLET',
      ...facts,
    }),
  },
  ...more,
});
const onDay = (day: number) => ({ at: new Date(someInstant.getTime() + day * 86_400_000) });
const withoutGroup = { settings: { alertOnCategoryGroupChange: false } };
const withoutType = { settings: { alertOnCategoryTypeNameChange: false } };
const garden = { displayGroup: 'Garden' };
const unknown = { classification: null, displayGroup: null, productType: null };

verdicts(productCategory, [
  ['takes the first category as its baseline', filed(), 'ok'],
  ['alerts when the category changes', [filed(), filed({ classification: { id: '2', name: 'Pots' } })], 'alert'],
  ['alerts when the category group changes', [filed(), filed(garden)], 'alert'],
  ['alerts when the category type name changes', [filed(), filed({ productType: 'POT' })], 'alert'],
  ['keeps silent of the group when told to', [filed({}, withoutGroup), filed(garden, withoutGroup)], 'ok'],
  ['keeps silent of the type when told to', [filed({}, withoutType), filed({ productType: 'POT' }, withoutType)], 'ok'],
  ['ends an alert about what is no longer watched', [filed(), filed(garden), filed(garden, withoutGroup)], 'ok'],
  [
    'ends an alert about what is no longer watched, also while no category is told',
    [filed(), filed(garden), filed(unknown, { ...withoutGroup, seenAt: null })],
    'ok',
  ],
  [
    'stays an alert about what is still watched while no category is told',
    [filed(), filed(garden), filed(unknown, { ...withoutType, seenAt: null })],
    'alert',
  ],
  ['does not take a missing group for another one', [filed(), filed({ displayGroup: null })], 'ok'],
  ['tells the group where the category is not told', [filed(), filed({ ...garden, classification: null })], 'alert'],
  ['says nothing of an answer without any category', [filed(), filed(unknown)], null],
  ['is ok when the change is taken back', [filed(), filed(garden), filed()], 'ok'],
  ['stays an alert for 7 days', [filed(), filed(garden, onDay(1)), filed(garden, onDay(7))], 'alert'],
  [
    'is ok after 7 days, though nothing is told any more',
    [filed(), filed(garden, onDay(1)), filed(unknown, { ...onDay(8), seenAt: null })],
    'ok',
  ],
  ['falls back to ok when the 7 days have passed', [filed(), filed(garden, onDay(1)), filed(garden, onDay(8))], 'ok'],
]);

test('the alert names the category, the old value and the new one', () => {
  expect(judgeInTurn(productCategory, [filed(), filed(garden)]).at(-1)).toMatchObject({
    text: 'Category group changed',
    from: 'Kitchen',
    to: 'Garden',
  });
});

test('an alert about what is no longer watched does not end with the claim that nothing has changed', () => {
  const [, , unwatched] = judgeInTurn(productCategory, [filed(), filed(garden), filed(garden, withoutGroup)]);
  const [, , takenBack] = judgeInTurn(productCategory, [filed(), filed(garden), filed()]);

  expect(unwatched?.text).toBe('Nothing of the category that you watch has changed lately');
  expect(takenBack?.text).toBe('Nothing of the category has changed lately');
});

test('a setting that ends an alert while no category is told is named in the text', () => {
  const [, , unwatched] = judgeInTurn(productCategory, [
    filed(),
    filed(garden),
    filed(unknown, { ...withoutGroup, seenAt: null }),
  ]);

  expect(unwatched?.text).toBe('Nothing of the category that you watch has changed lately');
});
