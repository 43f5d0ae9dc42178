import { expect, test } from 'vitest';
import { offer, offersOf } from '../../../testing/fact-builders.ts';
import { judgeInTurn, someInstant, verdicts, type Look } from '../../../testing/verdict-table.ts';
import price from './price.ts';

const onDay = (day: number): Date => new Date(someInstant.getTime() + day * 86_400_000);
const at = (cents: number, day = 0): Look => ({ now: { offers: [offersOf([offer('OURS', cents)])] }, at: onDay(day) });
const inEuro: Look = {
  now: { offers: [offersOf([offer('OURS', 2000, { price: { cents: 2000, currency: 'EUR' } })])] },
};
const inGermany = (cents: number): Look => ({
  now: { offers: [offersOf([offer('OURS', cents, { price: { cents, currency: 'EUR' } })])] },
  product: { asin: 'B0EXAMPLE1', marketplace: 'DE', sellerKeys: ['OURS'] },
});
/** The answer about each SKU contains the offers of all our SKUs. */
const skus = (...cents: number[]): Look => ({
  now: {
    offers: cents.map((_, n) =>
      offersOf(
        cents.map((one) => offer('OURS', one)),
        { sku: `SKU-${n}` },
      ),
    ),
  },
});
const both = (first: number, second: number): Look => skus(first, second);
/** An answer about two SKUs, one that Amazon ships and one that we ship; one that is absent cannot be bought. */
const shipped = ({ byAmazon, byUs }: { readonly byAmazon?: number; readonly byUs?: number }): Look => {
  const offers = [
    ...(byAmazon === undefined ? [] : [offer('OURS', byAmazon, { isFulfilledByAmazon: true })]),
    ...(byUs === undefined ? [] : [offer('OURS', byUs, { isFulfilledByAmazon: false })]),
  ];
  return { now: { offers: [offersOf(offers), offersOf(offers, { sku: 'SKU-2' })] } };
};
interface Shipped {
  readonly byAmazon?: readonly number[];
  readonly byUs?: readonly number[];
}
/** An answer about two SKUs, both of which can be bought. */
const bothShipped = ({ byAmazon = [], byUs = [] }: Shipped): Look => {
  const offers = [
    ...byAmazon.map((cents) => offer('OURS', cents, { isFulfilledByAmazon: true })),
    ...byUs.map((cents) => offer('OURS', cents, { isFulfilledByAmazon: false })),
  ];
  return { now: { offers: [offersOf(offers), offersOf(offers, { sku: 'SKU-2' })] } };
};
const alone = (cents: number, isFulfilledByAmazon: boolean): Look => ({
  now: { offers: [offersOf([offer('OURS', cents, { isFulfilledByAmazon })])] },
});
const timeOut = (day: number): Look => ({ ...withoutOwn, at: onDay(day), seenAt: null });
const withoutOwn: Look = { now: { offers: [offersOf([offer('A2XYZ', 100)])] } };

verdicts(price, [
  ['takes the first price as its baseline', at(3490), 'ok'],
  ['is ok while the price stays', [at(3490), at(3490)], 'ok'],
  ['alerts when the price falls by 10 %', [at(1000), at(900)], 'alert'],
  ['warns when the price falls by less', [at(1000), at(901)], 'warning'],
  ['warns of a cent', [at(1000), at(999)], 'warning'],
  ['is an improvement when the price rises', [at(1000), at(1001)], 'improved'],
  ['is plainly ok at the look after the rise', [at(1000), at(1001), at(1001)], 'ok'],
  ['stays a warning for 7 days', [at(1000), at(950, 1), at(950, 7)], 'warning'],
  ['falls back to ok when the 7 days have passed', [at(1000), at(950, 1), at(950, 8)], 'ok'],
  ['counts two small drops within the window as one', [at(1000), at(950), at(899, 1)], 'alert'],
  ['counts a drop after the window from the accepted price', [at(1000), at(950), at(899, 7)], 'warning'],
  ['is an improvement when the price is back where it was', [at(1000), at(800), at(1000, 1)], 'improved'],
  ['is ok when a rise is taken back within the window', [at(1000), at(1200), at(1000, 1)], 'ok'],
  ['alerts when the price falls below where a rise began', [at(1000), at(1200), at(990, 1)], 'alert'],
  [
    'alerts again when a price that recovered falls to the same value',
    [at(1000), at(800), at(1000), at(800, 1)],
    'alert',
  ],
  ['alerts again when it had recovered in part', [at(1000), at(800), at(900), at(800, 1)], 'alert'],
  ['alerts again when it had recovered in two steps', [at(1000), at(800), at(900), at(1000), at(900, 1)], 'alert'],
  ['alerts again when it had risen beyond where it fell from', [at(1000), at(800), at(1200), at(800, 1)], 'alert'],
  // A price that fell more than 7 days ago is the normal price, so the rise is the first change, and the fall reverses
  // it.
  ['is ok when a rise from an old drop is taken back', [at(1000), at(800), at(1000, 8), at(800, 9)], 'ok'],
  ['takes a price in another currency as a new baseline', [at(3490), inEuro], 'ok'],
  ['says nothing where we have no price of our own', [at(3490), withoutOwn], null],
  ['says nothing of an answer without offers', { now: { offers: [] } }, null],
  [
    'judges the lowest price of our SKUs',
    [
      { now: { offers: [offersOf([offer('OURS', 1000)]), offersOf([offer('OURS', 2000)], { sku: 'SKU-2' })] } },
      { now: { offers: [offersOf([offer('OURS', 1000)]), offersOf([offer('OURS', 1500)], { sku: 'SKU-2' })] } },
    ],
    'ok',
  ],
  ['is ok when the cheaper of two SKUs is gone', [both(1000, 2000), skus(2000)], 'ok'],
  ['is ok when it comes back as it was', [both(1000, 2000), skus(2000), both(1000, 2000)], 'ok'],
  ['alerts when it comes back cheaper', [both(1000, 2000), skus(2000), both(800, 2000)], 'alert'],
  ['stays an alert when the SKU whose price fell is gone', [both(1000, 2000), both(800, 2000), skus(2000)], 'alert'],
  ['alerts when one of two SKUs falls below the other', [both(1000, 2000), both(1000, 900)], 'alert'],
  [
    'alerts when another SKU falls to the price that one had before it rose',
    [both(1000, 1300), both(1200, 1300), both(1200, 1000)],
    'alert',
  ],
  [
    'warns when a SKU that we ship comes back cheaper while the one that Amazon ships is gone',
    [shipped({ byAmazon: 1899, byUs: 1975 }), shipped({ byAmazon: 1842 }), shipped({ byUs: 1918 })],
    'warning',
  ],
  [
    'warns again when a SKU whose rise ended the drop of another one falls back',
    [
      shipped({ byAmazon: 2099, byUs: 2183 }),
      shipped({ byAmazon: 1994, byUs: 2078 }),
      shipped({ byUs: 2078 }),
      shipped({ byUs: 2183 }),
      shipped({ byUs: 2078 }),
    ],
    'warning',
  ],
  [
    'is ok when a new SKU that we ship takes the place of a dearer one that Amazon ships',
    [shipped({ byAmazon: 1842 }), shipped({ byUs: 1700 })],
    'ok',
  ],
  [
    'warns when the only SKU gets another shipper and a lower price',
    [alone(1842, true), alone(1700, false)],
    'warning',
  ],
  ['stays an alert for 7 days, though the price is not told any more', [at(1000), at(800, 1), timeOut(7)], 'alert'],
  ['is ok when they have passed, though the price is not told any more', [at(1000), at(800, 1), timeOut(8)], 'ok'],
]);

test('a window that ends without an answer has a text with the last known price', () => {
  const [, , end] = judgeInTurn(price, [at(1000), at(800, 1), timeOut(8)]);

  expect(end).toMatchObject({ text: 'Your price was $8.00 when it was last told', about: '800 USD' });
});

test('a drop names both prices, has the new one as its subject, and is judged again when its window ends', () => {
  const [, alert] = judgeInTurn(price, [at(3490), at(3141, 1)]);

  expect(alert).toMatchObject({
    text: 'Your price fell from $34.90 to $31.41, 10%',
    from: '$34.90',
    to: '$31.41',
    about: '3141 USD',
    againAt: onDay(8),
  });
});

test('a SKU that Amazon ships and that comes back as it was is no drop of the one that we ship', () => {
  const drops = judgeInTurn(price, [
    shipped({ byAmazon: 1899, byUs: 1975 }),
    shipped({ byAmazon: 1842 }),
    shipped({ byUs: 1918 }),
    shipped({ byAmazon: 1842, byUs: 1918 }),
  ]);

  expect(drops.map((drop) => drop?.text)).toEqual([
    null,
    'Your price fell from $18.99 to $18.42, 3%',
    'Your price fell from $19.75 to $19.18, 2%',
    'Your price fell from $19.75 to $19.18, 2%',
  ]);
});

test.each<[Shipped, Shipped, string | null]>([
  [{ byUs: [2000, 2500] }, { byAmazon: [1900], byUs: [2500] }, 'Your price fell from $20.00 to $19.00, 5%'],
  [{ byAmazon: [2500], byUs: [2000] }, { byAmazon: [1900, 2500] }, 'Your price fell from $20.00 to $19.00, 5%'],
  [{ byAmazon: [2500], byUs: [2000] }, { byAmazon: [2100, 2500] }, 'Your price rose from $20.00 to $21.00, 5%'],
  [{ byUs: [2000, 2000] }, { byAmazon: [1900], byUs: [2000] }, 'Your price fell from $20.00 to $19.00, 5%'],
  [{ byAmazon: [2500], byUs: [2000] }, { byAmazon: [2000, 2500] }, null],
])('the price of a SKU that gets another shipper is compared with its own: %j, then %j', (before, after, text) => {
  expect(judgeInTurn(price, [bothShipped(before), bothShipped(after)]).at(-1)?.text).toBe(text);
});

test('a drop of another SKU within the window starts from its own price', () => {
  const drops = judgeInTurn(price, [both(1000, 2000), both(950, 2000), both(950, 900)]);

  expect(drops.at(-1)).toMatchObject({ verdict: 'alert', from: '$20.00', to: '$9.00' });
});

test('a change of one percent is worth a message, and a smaller one is not', () => {
  const [one, smaller] = [9900, 9901].map((cents) => judgeInTurn(price, [at(10_000), at(cents)]).at(-1)?.worth);

  expect([one, smaller]).toMatchObject([null, { sends: 'nothing' }]);
});

test("prices are written in the marketplace's format", () => {
  const [, alert] = judgeInTurn(price, [inGermany(3990), inGermany(3490)]);

  expect(alert).toMatchObject({ from: '39,90\u00A0€', to: '34,90\u00A0€' });
});

test('a further drop is news and starts the window anew', () => {
  const judgements = judgeInTurn(price, [at(1000), at(890, 1), at(880, 3)]);

  expect(judgements.map((judgement) => judgement?.about)).toEqual([null, '890 USD', '880 USD']);
  expect(judgements.at(-1)?.againAt).toEqual(onDay(10));
});

test('a second drop to the same price starts from the price that it fell from', () => {
  const judgements = judgeInTurn(price, [at(1000), at(800, 1), at(900, 2), at(800, 3)]);

  expect(judgements.map((judgement) => judgement?.verdict)).toEqual(['ok', 'alert', 'improved', 'alert']);
  expect(judgements.at(-1)).toMatchObject({
    text: 'Your price fell from $9.00 to $8.00, 11%',
    about: '800 USD',
    againAt: onDay(10),
  });
});

test('the end of the window has no subject', () => {
  const [, drop, end] = judgeInTurn(price, [at(1000), at(950), at(950, 8)]);

  expect(end?.about).toBe(drop?.about);
  expect(end).toMatchObject({ againAt: null, text: 'Your price is now $9.50' });
});

test('price changes are not mailed by default', () => {
  expect(price.mailByDefault).toEqual([]);
});

test('a drop states the share that it costs', () => {
  const [, drop] = judgeInTurn(price, [at(1000), at(800)]);

  expect(price.costs?.lostShare?.(drop?.figures ?? {})?.high).toBeCloseTo(0.2);
});

test.each([
  [7100, 'Your price fell from $100.00 to $71.00, 29%'],
  [4200, 'Your price fell from $100.00 to $42.00, 58%'],
])('a drop of whole percents is told exactly (%i cents)', (cents, text) => {
  expect(judgeInTurn(price, [at(10_000), at(cents)]).at(-1)?.text).toBe(text);
});

test('a drop of less than one percent is told as 1 %', () => {
  expect(judgeInTurn(price, [at(1000), at(999)]).at(-1)?.text).toBe('Your price fell from $10.00 to $9.99, 1%');
});
