import { expect, test } from 'vitest';
import { replenishment } from '../../../testing/fact-builders.ts';
import { judgeInTurn, verdicts, type Look } from '../../../testing/verdict-table.ts';
import subscribeAndSave from './subscribe-and-save.ts';

const look = (eligibility: string | null): Look => ({
  now: { replenishment: replenishment(eligibility) },
  settings: { sensitivity: 'HIGH' },
});
const patient = (eligibility: string): Look => ({ now: { replenishment: replenishment(eligibility) } });

verdicts(subscribeAndSave, [
  ['is ok while customers can subscribe', look('ELIGIBLE'), 'ok'],
  ['takes a product that is not eligible as its baseline', [look('INELIGIBLE'), look('SUSPENDED')], 'ok'],
  ['is ok where the marketplace has no such programme', look('NOT_OFFERED'), 'ok'],
  ['alerts when it is no longer eligible', [look('ELIGIBLE'), look('INELIGIBLE')], 'alert'],
  ['alerts when it is suspended', [look('ELIGIBLE'), look('SUSPENDED')], 'alert'],
  ['alerts when new subscriptions are not taken', [look('ELIGIBLE'), look('REPLENISHMENT_ONLY_ORDERING')], 'alert'],
  ['stays an alert while it is not eligible', [look('ELIGIBLE'), look('INELIGIBLE'), look('INELIGIBLE')], 'alert'],
  ['is ok when customers can subscribe again', [look('ELIGIBLE'), look('INELIGIBLE'), look('ELIGIBLE')], 'ok'],
  [
    'alerts when it became eligible since and is lost',
    [look('INELIGIBLE'), look('ELIGIBLE'), look('INELIGIBLE')],
    'alert',
  ],
  ['says nothing where the marketplace does not tell', [look('ELIGIBLE'), look(null)], null],
  ['waits for two checks that agree, unless told otherwise', [patient('ELIGIBLE'), patient('INELIGIBLE')], 'ok'],
  ['alerts when the second check agrees', [patient('ELIGIBLE'), patient('INELIGIBLE'), patient('INELIGIBLE')], 'alert'],
  [
    'starts over when the second check says something else',
    [patient('ELIGIBLE'), patient('INELIGIBLE'), patient('SUSPENDED')],
    'ok',
  ],
]);

test("the alert contains the reason, and the marketplace's status as evidence", () => {
  const [, alert] = judgeInTurn(subscribeAndSave, [look('ELIGIBLE'), look('SUSPENDED')]);

  expect(alert).toMatchObject({
    text: 'Customers can no longer subscribe: the marketplace has suspended subscribe and save',
    from: 'Eligible',
    to: 'Suspended',
    evidence: [{ label: 'The marketplace says', value: 'SUSPENDED' }],
  });
});

test('a product that the marketplace leaves out is told as such, without a status that it never gave', () => {
  const [, alert] = judgeInTurn(subscribeAndSave, [look('ELIGIBLE'), look('NOT_OFFERED')]);

  expect(alert).toMatchObject({
    text: 'Customers can no longer subscribe: the marketplace does not list the product for it',
    to: 'Not eligible',
    evidence: [],
  });
});

test('the item has no text while all is well, and one when the alert is over', () => {
  const judgements = judgeInTurn(subscribeAndSave, [look('ELIGIBLE'), look('INELIGIBLE'), look('ELIGIBLE')]);

  expect(judgements.map((judgement) => judgement?.text)).toEqual([
    null,
    'Customers can no longer subscribe: the product is not eligible',
    'Customers can subscribe again',
  ]);
});
