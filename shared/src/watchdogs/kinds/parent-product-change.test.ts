import { expect, test } from 'vitest';
import { catalog } from '../../../testing/fact-builders.ts';
import { judgeInTurn, someInstant, verdicts, type Look } from '../../../testing/verdict-table.ts';
import parentProductChange from './parent-product-change.ts';

const onDay = (day: number): Date => new Date(someInstant.getTime() + day * 86_400_000);
const child = (parentAsin: string | null, day = 0): Look => ({
  now: { catalog: catalog({ parentAsin }) },
  settings: { sensitivity: 'HIGH' },
  at: onDay(day),
});
const patient = (parentAsin: string | null): Look => ({ now: { catalog: catalog({ parentAsin }) } });
const { parentAsin: _untold, ...others } = catalog();
const withoutFamily: Look = { now: { catalog: others }, settings: { sensitivity: 'HIGH' } };
const untold = (day: number): Look => ({ ...empty, at: onDay(day), seenAt: null });
const empty: Look = { now: { catalog: catalog({ parentAsin: null, title: null }) } };

verdicts(parentProductChange, [
  ['takes the first parent as its baseline', child('B0A'), 'ok'],
  ['alerts when the parent is another', [child('B0A'), child('B0B', 1)], 'alert'],
  ['alerts when the product has joined a parent', [child(null), child('B0A', 1)], 'alert'],
  ['alerts when the product has left its parent', [child('B0A'), child(null, 1)], 'alert'],
  ['stays an alert for 7 days', [child('B0A'), child('B0B', 1), child('B0B', 7)], 'alert'],
  ['falls back to ok when the 7 days have passed', [child('B0A'), child('B0B', 1), child('B0B', 8)], 'ok'],
  ['is ok after 7 days, though nothing is told any more', [child('B0A'), child('B0B', 1), untold(8)], 'ok'],
  ['is ok when the change is taken back', [child('B0A'), child('B0B', 1), child('B0A', 2)], 'ok'],
  ['alerts again when it goes back after the window', [child('B0A'), child('B0B', 1), child('B0A', 9)], 'alert'],
  ['does not take an empty answer for having no parent', [child('B0A'), empty], null],
  ['nor an answer that tells nothing of relationships', [child('B0A'), withoutFamily], null],
  ['waits for two checks that agree, unless told otherwise', [patient('B0A'), patient(null)], 'ok'],
  ['alerts when the second check agrees', [patient('B0A'), patient(null), patient(null)], 'alert'],
  ['is ok when only one answer left out the family', [patient('B0A'), patient(null), patient('B0A')], 'ok'],
]);

test('the alert names both parents, and is judged again when its window ends', () => {
  const [, alert] = judgeInTurn(parentProductChange, [child('B0A'), child('B0B', 1)]);

  expect(alert).toMatchObject({
    text: 'The parent product changed from B0A to B0B',
    from: 'B0A',
    to: 'B0B',
    about: 'B0A > B0B',
    againAt: onDay(8),
  });
});

test.each([
  ['The product became a variation of B0A', null, 'B0A'],
  ['The product is no longer a variation of B0A', 'B0A', null],
])('the text is "%s"', (text, from, to) => {
  const [, alert] = judgeInTurn(parentProductChange, [child(from), child(to, 1)]);

  expect(alert?.text).toBe(text);
});

test('two changes within the window count as one, and the second is news', () => {
  const judgements = judgeInTurn(parentProductChange, [child('B0A'), child('B0B', 1), child('B0C', 2)]);

  expect(judgements.map((judgement) => judgement?.about)).toEqual([null, 'B0A > B0B', 'B0A > B0C']);
});

test.each([
  ['The parent product is now B0B', 'B0B'],
  ['The product is without a parent now', null],
])('the text at the end of the window is "%s"', (text, parent) => {
  const judgements = judgeInTurn(parentProductChange, [
    child('B0A'),
    child(parent, 1),
    child(parent, 8),
    child(parent, 9),
  ]);

  expect(judgements.map((judgement) => judgement?.text)).toEqual([null, expect.any(String), text, null]);
});
