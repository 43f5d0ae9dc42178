import { expect, test } from 'vitest';
import { offer, offersOf } from '../../../testing/fact-builders.ts';
import { judgeInTurn, verdicts, type Look } from '../../../testing/verdict-table.ts';
import prime from './prime.ts';

const ours = (...isPrime: (boolean | null)[]): Look => ({
  now: {
    offers: isPrime.map((is, index) => offersOf([offer('OURS', 3490, { isPrime: is })], { sku: `SKU-${index}` })),
  },
});
const unmarked = (isPrime: boolean): Look => ({
  now: { offers: [offersOf([offer('OURS', 3490, { isPrime, isMine: false })])] },
});
const without: Look = { now: { offers: [offersOf([offer('A2XYZ', 3490, { isPrime: true })])] } };

verdicts(prime, [
  ['takes the first look as its baseline', ours(false), 'ok'],
  ['is ok while our offer has Prime', [ours(true), ours(true)], 'ok'],
  ['alerts when our offer has lost Prime', [ours(true), ours(false)], 'alert'],
  ['stays an alert while it is lost', [ours(true), ours(false), ours(false)], 'alert'],
  ['is ok when Prime is back', [ours(true), ours(false), ours(true)], 'ok'],
  ['alerts when Prime came since and is lost', [ours(false), ours(true), ours(false)], 'alert'],
  ['is ok while any SKU of ours has Prime', [ours(true, true), ours(false, true)], 'ok'],
  ['alerts when the last SKU has lost it', [ours(false, true), ours(false, false)], 'alert'],
  ['says nothing while one SKU of ours may have it', [ours(true), ours(false, null)], null],
  ['says nothing where we have no offer, whatever others have', [ours(true), without], null],
  ['says nothing where the marketplace does not tell', ours(null), null],
]);

test('the alert says what is lost', () => {
  const [, alert] = judgeInTurn(prime, [ours(true), ours(false)]);

  expect(alert).toMatchObject({
    text: 'Your offer no longer has Prime',
    from: 'Prime',
    to: 'No Prime',
    evidence: [{ label: 'Your price', value: '$34.90' }],
  });
});

test('the item has no text while all is well, and one when Prime is back', () => {
  const judgements = judgeInTurn(prime, [ours(true), ours(true), ours(false), ours(true)]);

  expect(judgements.map((judgement) => [judgement?.text, judgement?.about])).toEqual([
    [null, null],
    [null, null],
    ['Your offer no longer has Prime', 'prime'],
    ['Your offer has Prime again', null],
  ]);
});

test('an offer under our seller key is ours, also when the answer for another SKU does not mark it', () => {
  expect(judgeInTurn(prime, [unmarked(true), unmarked(false)]).at(-1)?.verdict).toBe('alert');
});
