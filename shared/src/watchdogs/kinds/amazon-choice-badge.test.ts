import { expect, test } from 'vitest';
import { badges } from '../../../testing/fact-builders.ts';
import { judgeInTurn, verdicts, type Look } from '../../../testing/verdict-table.ts';
import amazonChoiceBadge from './amazon-choice-badge.ts';

const choice = (...phrases: string[]): Look => ({ now: { badges: badges({ choice: phrases }) } });
const eager = (...phrases: string[]): Look => ({ ...choice(...phrases), settings: { sensitivity: 'HIGH' } });
const lowly = (...phrases: string[]): Look => ({ ...choice(...phrases), settings: { sensitivity: 'LOW' } });

verdicts(amazonChoiceBadge, [
  ['takes the phrases of the first look as its baseline', eager('skillet'), 'ok'],
  ['is ok for a product that never had the badge', [eager(), eager()], 'ok'],
  ['alerts when the badge is lost', [eager('skillet'), eager()], 'alert'],
  ['alerts when one of several phrases loses it', [eager('pan', 'skillet'), eager('pan')], 'alert'],
  ['alerts when the badge goes over to another phrase', [eager('skillet'), eager('pan')], 'alert'],
  ['is ok when another phrase wins it', [eager('skillet'), eager('pan', 'skillet')], 'ok'],
  ['is ok when the badge is back', [eager('skillet'), eager(), eager('skillet')], 'ok'],
  ['says nothing of a page that does not tell', { now: { badges: badges({ choice: null }) } }, null],
  ['waits for two checks that agree, unless told otherwise', [choice('skillet'), choice()], 'ok'],
  ['alerts when the second check agrees', [choice('skillet'), choice(), choice()], 'alert'],
  ['waits for four with low sensitivity', [lowly('skillet'), lowly(), lowly(), lowly()], 'ok'],
  ['alerts at the fourth', [lowly('skillet'), lowly(), lowly(), lowly(), lowly()], 'alert'],
  ['counts a phrase whatever the others do', [choice('pan', 'skillet'), choice('pan'), choice('pot')], 'alert'],
]);

test('the alert says which phrases lost it and which still have it', () => {
  const [, alert] = judgeInTurn(amazonChoiceBadge, [eager('pan', 'skillet'), eager('pan')]);

  expect(alert).toMatchObject({
    text: 'The Choice badge is gone for "skillet"',
    from: 'Choice for "skillet"',
    to: 'Choice for "pan"',
    about: 'skillet',
    evidence: [
      { label: 'Lost', value: '"skillet"' },
      { label: 'Still held', value: '"pan"' },
    ],
  });
});

test('a second loss is news, and one of two that is back is not', () => {
  const judgements = judgeInTurn(amazonChoiceBadge, [eager('pan', 'skillet'), eager('pan'), eager(), eager('pan')]);

  expect(judgements.map((judgement) => [judgement?.about, judgement?.isFewer])).toEqual([
    [null, undefined],
    ['skillet', false],
    ['pan, skillet', false],
    ['skillet', true],
  ]);
});

test('the text of a badge that is back leaves out the phrases that had it all the time', () => {
  const looks = [eager('pan', 'skillet'), eager('pan'), eager('pan', 'pot', 'skillet')];

  expect(judgeInTurn(amazonChoiceBadge, looks).at(-1)?.text).toBe('The Choice badge is back for "skillet"');
});

test('an ok item says nothing, except that the badge is back', () => {
  const judgements = judgeInTurn(amazonChoiceBadge, [eager('skillet'), eager(), eager('skillet')]);

  expect(judgements.map((judgement) => judgement?.text)).toEqual([
    null,
    'The Choice badge is gone for "skillet"',
    'The Choice badge is back for "skillet"',
  ]);
  expect(judgements.map((judgement) => judgement?.about)).toEqual([null, 'skillet', null]);
});
