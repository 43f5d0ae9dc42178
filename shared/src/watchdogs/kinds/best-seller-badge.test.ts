import { expect, test } from 'vitest';
import { rank } from '../../../testing/fact-builders.ts';
import { judgeInTurn, verdicts, type Look } from '../../../testing/verdict-table.ts';
import bestSellerBadge from './best-seller-badge.ts';

const first = (...ids: string[]): Look => ({ now: { rank: rank(...ids) }, settings: { sensitivity: 'HIGH' } });
const patient = (...ids: string[]): Look => ({ now: { rank: rank(...ids) } });

verdicts(bestSellerBadge, [
  ['takes the first places of the first look as its baseline', first('1'), 'ok'],
  ['is ok without any first place', [first(), first()], 'ok'],
  ['alerts when a first place is lost', [first('1'), first()], 'alert'],
  ['alerts when one of several is lost', [first('1', '2'), first('2')], 'alert'],
  ['stays an alert while it is lost', [first('1'), first(), first()], 'alert'],
  ['is an improvement when it is won back', [first('1'), first(), first('1')], 'improved'],
  ['is an improvement when another first place is won', [first('1'), first('1', '2')], 'improved'],
  ['is plainly ok at the look after that', [first('1'), first('1', '2'), first('1', '2')], 'ok'],
  ['alerts when a place won since is lost', [first(), first('2'), first()], 'alert'],
  ['says nothing where the answer had no ranks', { now: { rank: { firstIn: null } } }, null],
  ['waits for two checks that agree, unless told otherwise', [patient('1'), patient()], 'ok'],
  ['alerts when the second check agrees', [patient('1'), patient(), patient()], 'alert'],
  ['is ok when the second check has it back', [patient('1'), patient(), patient('1'), patient()], 'ok'],
]);

test('the alert names the categories', () => {
  const [, alert] = judgeInTurn(bestSellerBadge, [first('1', '2'), first('2')]);

  expect(alert).toMatchObject({
    text: 'No longer the best seller in Category 1',
    from: 'First in Category 1',
    to: 'Not first',
    about: '1',
    evidence: [
      { label: 'Lost', value: 'Category 1' },
      { label: 'Still first in', value: 'Category 2' },
    ],
  });
});

test('a second loss is news; winning one of two back is not', () => {
  const judgements = judgeInTurn(bestSellerBadge, [first('1', '2'), first('2'), first(), first('2')]);

  expect(judgements.map((judgement) => [judgement?.about, judgement?.isFewer])).toEqual([
    ['1, 2', undefined],
    ['1', false],
    ['1, 2', false],
    ['1', true],
  ]);
});

test('while a loss awaits confirmation, the judgement asks for another check and keeps the old text', () => {
  const [, waiting] = judgeInTurn(bestSellerBadge, [patient('1'), patient()]);

  expect(waiting).toMatchObject({ verdict: 'ok', text: null, about: '1', awaitsCheck: true });
});
