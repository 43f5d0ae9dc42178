import { expect, test } from 'vitest';
import { offer, offersOf } from '../../../testing/fact-builders.ts';
import { judgeInTurn, verdicts, type Look } from '../../../testing/verdict-table.ts';
import numberOfSellers from './number-of-sellers.ts';

const sellers = (...ids: string[]): Look => ({
  now: { offers: [offersOf([offer('OURS', 3490), ...ids.map((id) => offer(id, 3300))])] },
});
/** An answer that reports `totalOffers` offers but lists only the offers of these sellers. */
const partOf = (totalOffers: number, ...ids: string[]): Look => ({
  now: {
    offers: [
      offersOf(
        ids.map((id) => offer(id, 3300)),
        { totalOffers },
      ),
    ],
  },
});
const allowing = (marketplace: string, value: string, look: Look): Look => ({
  ...look,
  settings: { whitelist: { [marketplace]: [{ value }] } },
});

verdicts(numberOfSellers, [
  ['takes the sellers of the first look as its baseline', sellers('A', 'B'), 'ok'],
  ['alerts when a seller joins', [sellers('A'), sellers('A', 'B')], 'alert'],
  ['alerts when the first other seller joins', [sellers(), sellers('B')], 'alert'],
  ['stays an alert while a newcomer remains', [sellers(), sellers('A', 'B'), sellers('B')], 'alert'],
  [
    'is ok when a seller who was there from the beginning leaves the whitelist',
    [allowing('US', 'B', sellers('A', 'B')), allowing('US', 'B', sellers('A', 'B')), sellers('A', 'B')],
    'ok',
  ],
  [
    'alerts when a seller who came later leaves the whitelist',
    [sellers('A'), allowing('US', 'B', sellers('A', 'B')), sellers('A', 'B')],
    'alert',
  ],
  ['is ok when all newcomers are gone', [sellers('A'), sellers('A', 'B'), sellers('A')], 'ok'],
  ['alerts again when a newcomer comes back', [sellers(), sellers('B'), sellers(), sellers('B')], 'alert'],
  ['is ok when a seller of the baseline leaves and returns', [sellers('A'), sellers(), sellers('A')], 'ok'],
  ['is ok when the newcomer is on the whitelist', [sellers(), allowing('US', 'B', sellers('B'))], 'ok'],
  ['does not mind the whitelist of another marketplace', [sellers(), allowing('DE', 'B', sellers('B'))], 'alert'],
  [
    'is ok once the newcomer is put on the whitelist',
    [sellers(), sellers('B'), allowing('US', 'B', sellers('B'))],
    'ok',
  ],
  [
    'does not take our own other seller account for a stranger',
    [sellers(), { ...sellers('OURS2'), product: { asin: 'B0', marketplace: 'US', sellerKeys: ['OURS', 'OURS2'] } }],
    'ok',
  ],
  ['is ok when a known seller rotates into a shortened list', [partOf(30, 'A', 'B'), partOf(30, 'A', 'C')], 'ok'],
  ['stays ok when that seller is seen again', [partOf(30, 'A'), partOf(30, 'C'), partOf(31, 'A', 'C')], 'ok'],
  ['alerts when the count rises and somebody unknown is listed', [partOf(30, 'A'), partOf(31, 'A', 'C')], 'alert'],
  ['stays an alert while the newcomer may be hidden', [partOf(30, 'A'), partOf(31, 'C'), partOf(31, 'A')], 'alert'],
  [
    'is ok when a whole list shows that the hidden newcomer has left',
    [sellers(), sellers('C'), partOf(2), sellers('B')],
    'ok',
  ],
  ['is ok when the count has fallen again', [partOf(30, 'A'), partOf(31, 'C'), partOf(30, 'A')], 'ok'],
  [
    'is ok once a newcomer who may be hidden is put on the whitelist',
    [partOf(30, 'A'), partOf(31, 'C'), allowing('US', 'C', partOf(31, 'A'))],
    'ok',
  ],
  ['compares the count with the last one, when it rose', [partOf(30, 'A'), partOf(31, 'A'), partOf(31, 'C')], 'ok'],
  ['compares the count with the last one, when it fell', [partOf(30, 'A'), partOf(25, 'A'), partOf(26, 'C')], 'alert'],
  [
    'does not take sellers for new whom a list shows because others have left',
    [partOf(22, 'A', 'B'), sellers('A', 'X', 'Y')],
    'ok',
  ],
  [
    'knows them from then on',
    [partOf(22, 'A', 'B'), sellers('A', 'X', 'Y'), sellers('A'), sellers('A', 'X', 'Y')],
    'ok',
  ],
  ['alerts when a seller joins after that', [partOf(22, 'A'), sellers('A', 'X'), sellers('A', 'X', 'Z')], 'alert'],
  ['says nothing of an answer without offers', { now: { offers: [] } }, null],
  ['does not take an empty answer for an empty page', { now: { offers: [offersOf([], { totalOffers: null })] } }, null],
]);

test('the text says whether newcomers left or were put on the whitelist', () => {
  const [, , gone] = judgeInTurn(numberOfSellers, [sellers(), sellers('B'), sellers()]);
  const [, , allowed] = judgeInTurn(numberOfSellers, [sellers(), sellers('B'), allowing('US', 'B', sellers('B'))]);

  expect(gone?.text).toBe('No new seller is left');
  expect(allowed?.text).toBe('No new seller is left who is not on your whitelist');
});

test('the alert names the newcomer and counts the others', () => {
  const [, alert] = judgeInTurn(numberOfSellers, [sellers('A'), sellers('A', 'B')]);

  expect(alert).toMatchObject({
    text: 'Seller B now sells this product too',
    from: '1 other seller',
    to: '2 other sellers',
    about: 'B',
    evidence: [
      { label: 'Seller B', value: '$33.00' },
      { label: 'Offers', value: '3' },
    ],
  });
});

test('newcomers are called by their names as far as these are known', () => {
  const sellerNames = new Map([['B', 'Kestrel Goods']]);

  const alert = judgeInTurn(numberOfSellers, [sellers(), { ...sellers('A', 'B'), sellerNames }]).at(-1);

  expect(alert).toMatchObject({ text: '2 new sellers now sell this product too: A, Kestrel Goods', about: 'A, B' });
  expect(alert?.evidence).toContainEqual({ label: 'Seller B', value: 'Kestrel Goods: $33.00' });
});

test('another newcomer is news', () => {
  const judgements = judgeInTurn(numberOfSellers, [sellers(), sellers('B'), sellers('B', 'A')]);

  expect(judgements.map((judgement) => judgement?.about)).toEqual([null, 'B', 'A, B']);
  expect(judgements.at(-1)?.text).toBe('2 new sellers now sell this product too: A, B');
});

test('no more sellers count as new than the number of offers has grown by', () => {
  const judgements = judgeInTurn(numberOfSellers, [partOf(30, 'A'), partOf(31, 'A', 'B'), partOf(31, 'B', 'C')]);

  expect(judgements.at(-1)?.about).toBe('B');
});

test('only as many unseen sellers count as new as the number of offers has grown by, the cheapest first', () => {
  const grown: Look = {
    now: {
      offers: [offersOf([offer('A', 3300), offer('X', 3200), offer('Y', 2900), offer('Z', 3100)], { totalOffers: 31 })],
    },
  };

  const judgements = judgeInTurn(numberOfSellers, [partOf(30, 'A'), grown, grown]);

  expect(judgements.map((judgement) => judgement?.about)).toEqual([null, 'Y', 'Y']);
});

test('a listing with sellers of the whitelist alone is no crowded one', () => {
  const allowed = { US: ['A', 'B', 'C'].map((value) => ({ value })) };
  const [, alert] = judgeInTurn(numberOfSellers, [
    { ...sellers('A', 'B', 'C'), settings: { whitelist: allowed } },
    { ...sellers('A', 'B', 'C', 'D'), settings: { whitelist: allowed } },
  ]);

  expect(alert).toMatchObject({ verdict: 'alert', about: 'D', worth: null });
});

test('a newcomer who leaves while another stays is no news', () => {
  const judgements = judgeInTurn(numberOfSellers, [sellers(), sellers('A', 'B'), sellers('B'), sellers('B', 'C')]);

  expect(judgements.map((judgement) => judgement?.isFewer)).toEqual([undefined, false, true, false]);
});

test('a seller who joins three others is no message, and one who joins two is', () => {
  const [few, many] = [
    ['A', 'B'],
    ['A', 'B', 'C'],
  ].map((known) => judgeInTurn(numberOfSellers, [sellers(...known), sellers(...known, 'D')]).at(-1));

  expect(few).toMatchObject({ verdict: 'alert', worth: null });
  expect(many).toMatchObject({ verdict: 'alert', worth: { sends: 'nothing' } });
});

test('a listing with a stranger beside sellers of the whitelist is a crowded one', () => {
  const looks = [sellers('A', 'B', 'C'), sellers('A', 'B', 'C', 'D')].map((look) => allowing('US', 'A', look));

  expect(judgeInTurn(numberOfSellers, looks).at(-1)).toMatchObject({ about: 'D', worth: { sends: 'nothing' } });
});
