import { expect, test } from 'vitest';
import { catalog, fees, offer, offersOf, parent } from '../../../testing/fact-builders.ts';
import type { CatalogFacts } from '../facts/observations.ts';
import { judgeInTurn, someInstant, verdicts, type Look } from '../../../testing/verdict-table.ts';
import productDetails from './product-details-recent-change.ts';

const onDay = (day: number): Date => new Date(someInstant.getTime() + day * 86_400_000);
const bullets = (text: string) => ({ attributes: { bullet_point: text, material: 'Iron' } });
const page = (facts: Partial<CatalogFacts> = {}, day = 0): Look => ({
  now: { catalog: catalog(facts) },
  at: onDay(day),
});
const first = page(bullets('Even heat'));

const patient = { skipPackageDimensionChangeIfNoFeeChange: true };
const packed = (packageDimensions: string, feeCents: number, day = 0): Look => ({
  now: { catalog: catalog({ packageDimensions }), fees: [fees('SKU-1', feeCents)] },
  settings: patient,
  at: onDay(day),
});
const withCheaperSku = (look: Look): Look => ({
  ...look,
  now: { ...look.now, fees: [fees('SKU-0', 200), ...(look.now.fees ?? [])] },
});
const familyOf = (title: string, asin = 'B0PARENT00', settings = { alertForParentChanges: true }): Look => ({
  now: { catalog: catalog(), parent: parent({ asin, title }) },
  settings,
});
const skus = (...cents: number[]): Look => ({
  now: { catalog: catalog(), offers: cents.map((one, n) => offersOf([offer('OURS', one)], { sku: `SKU-${n}` })) },
  settings: { alertForOwnOfferPriceChanges: true },
});
const priced = (cents: number, settings = { alertForOwnOfferPriceChanges: true }): Look => ({
  now: { catalog: catalog(), offers: [offersOf([offer('OURS', cents)])] },
  settings,
});

const retitled = catalog({ packageDimensions: '20 cm', title: 'Iron pan' });

/** A judgement after a change of settings, while the marketplace's answer contains no details. */
const untold = (settings: Look['settings']): Look => ({
  now: { catalog: catalog({ title: null, attributes: null }) },
  settings,
  seenAt: null,
});

verdicts(productDetails, [
  ['takes the first details as its baseline', first, 'ok'],
  ['is ok while nothing changes', [first, first], 'ok'],
  ['alerts when a bullet point changes', [first, page(bullets('Quick heat'))], 'alert'],
  ['alerts when the title changes', [first, page({ ...bullets('Even heat'), title: 'Iron pan' })], 'alert'],
  [
    'alerts when the brand changes',
    [page({ ...bullets('Even heat'), brand: 'Castline' }), page({ ...bullets('Even heat'), brand: 'Castline Direct' })],
    'alert',
  ],
  ['alerts when a detail is gone', [first, page({ attributes: { bullet_point: 'Even heat' } })], 'alert'],
  [
    'alerts when a detail is new',
    [first, page({ attributes: { bullet_point: 'Even heat', material: 'Iron', color: 'Black' } })],
    'alert',
  ],
  ['stays an alert for 7 days', [first, page(bullets('Quick heat'), 1), page(bullets('Quick heat'), 7)], 'alert'],
  [
    'falls back to ok when the 7 days have passed',
    [first, page(bullets('Quick heat'), 1), page(bullets('Quick heat'), 8)],
    'ok',
  ],
  ['is ok when the change is taken back', [first, page(bullets('Quick heat')), page(bullets('Even heat'), 1)], 'ok'],
  ['says nothing of an answer without title and details', [first, page({ title: null, attributes: null })], null],
  ['does not take missing details for removed ones', [first, page({ attributes: null })], 'ok'],
  [
    'says a title that is an attribute too only once',
    [page({ attributes: { item_name: 'A' } }), page({ attributes: { item_name: 'B' } })],
    'ok',
  ],
  [
    'alerts when the package changes',
    [page({ packageDimensions: '10 cm' }), page({ packageDimensions: '20 cm' })],
    'alert',
  ],
  [
    'is ok when the weight of the package is left out and comes back',
    ['10 cm, 1 kg', '10 cm', '10 cm, 1 kg'].map((packageDimensions) => page({ packageDimensions })),
    'ok',
  ],
  [
    'is ok when the weight of the package becomes known',
    ['10 cm', '10 cm, 1 kg'].map((packageDimensions) => page({ packageDimensions })),
    'ok',
  ],
  [
    'alerts when the weight of the package changes',
    ['10 cm, 1 kg', '10 cm', '10 cm, 2 kg'].map((packageDimensions) => page({ packageDimensions })),
    'alert',
  ],
  [
    'is ok once changes of the own price are not watched, though no details are told',
    [priced(1000), priced(900), untold({ alertForOwnOfferPriceChanges: false })],
    'ok',
  ],
  [
    'takes the price anew when it is watched again after that',
    [priced(1000), priced(900), untold({ alertForOwnOfferPriceChanges: false }), priced(800)],
    'ok',
  ],
  [
    'is ok once changes of the parent are not watched, though no details are told',
    [familyOf('Pans'), familyOf('Pots'), untold({ alertForParentChanges: false })],
    'ok',
  ],
  ['waits for the fee when told to', [packed('10 cm', 300), packed('20 cm', 300)], 'ok'],
  [
    'alerts when the fee changes with the package',
    [packed('10 cm', 300), packed('20 cm', 300), packed('20 cm', 350, 1)],
    'alert',
  ],
  [
    'alerts when the highest fee of several SKUs changes with the package',
    [packed('10 cm', 300), packed('20 cm', 300), packed('20 cm', 350, 1)].map(withCheaperSku),
    'alert',
  ],
  [
    'alerts when the fee has changed within a day before the package',
    [packed('10 cm', 300), packed('10 cm', 350, 1), packed('20 cm', 350, 2)],
    'alert',
  ],
  [
    'waits for the fee when it has changed longer ago',
    [packed('10 cm', 300), packed('10 cm', 350, 1), packed('20 cm', 350, 3)],
    'ok',
  ],
  [
    'takes a package over silently when the fee stays',
    [packed('10 cm', 300), packed('20 cm', 300), packed('20 cm', 300, 2)],
    'ok',
  ],
  [
    'and does not tell it when the fee moves much later',
    [packed('10 cm', 300), packed('20 cm', 300), packed('20 cm', 300, 2), packed('20 cm', 350, 9)],
    'ok',
  ],
  ['tells changes of the parent when told to', [familyOf('Pans'), familyOf('Pots')], 'alert'],
  [
    'keeps silent of the parent otherwise',
    [
      familyOf('Pans', 'B0PARENT00', { alertForParentChanges: false }),
      familyOf('Pots', 'B0PARENT00', { alertForParentChanges: false }),
    ],
    'ok',
  ],
  ['takes another parent as a new baseline', [familyOf('Pans'), familyOf('Pots', 'B0PARENT99')], 'ok'],
  ['tells the price of the own offer when told to', [priced(1000), priced(900)], 'alert'],
  ['is ok when the cheaper of two SKUs is gone', [skus(1000, 2000), skus(2000)], 'ok'],
  ['is ok when it is back', [skus(1000, 2000), skus(2000), skus(1000, 2000)], 'ok'],
  ['tells the price of the other SKU then', [skus(1000, 2000), skus(2000), skus(1800)], 'alert'],
  [
    'keeps silent of the price otherwise',
    [priced(1000, { alertForOwnOfferPriceChanges: false }), priced(900, { alertForOwnOfferPriceChanges: false })],
    'ok',
  ],
]);

test('another change on an open alert is a new subject', () => {
  const [, once, twice] = judgeInTurn(productDetails, [first, page(bullets('Quick heat')), page(bullets('Slow heat'))]);

  expect(twice?.about).not.toBe(once?.about);
});

test('a second value that changes joins the first', () => {
  const last = judgeInTurn(productDetails, [
    first,
    page(bullets('Quick heat')),
    page({ attributes: { bullet_point: 'Quick heat', material: 'Steel' } }),
  ]).at(-1);

  expect(last?.text).toBe('2 values of the product page changed: bullet point, material');
  expect(last?.evidence).toEqual([
    { label: 'Bullet point', value: 'Even heat → Quick heat' },
    { label: 'Material', value: 'Iron → Steel' },
  ]);
});

test('a change names the old value and the new one', () => {
  expect(judgeInTurn(productDetails, [first, page(bullets('Quick heat'))]).at(-1)).toMatchObject({
    text: 'Bullet point changed',
    from: 'Even heat',
    to: 'Quick heat',
  });
});

test('a long text that changes at its end is noticed, and shown by its beginning', () => {
  const text = 'Even heat for every kitchen. '.repeat(30);
  const last = judgeInTurn(productDetails, [page(bullets(text)), page(bullets(`${text}!`))]).at(-1);

  expect(last?.verdict).toBe('alert');
  expect(last?.to).toMatch(/^Even heat.{100,160}…$/);
});

test('a changed package is judged again when the time for its fee is over, and accepted then', () => {
  const timeUp = new Date(someInstant.getTime() + 26 * 3_600_000);
  const changed = [packed('10 cm', 300), packed('20 cm', 300)];

  const [, held, accepted] = judgeInTurn(productDetails, [...changed, { ...packed('20 cm', 300), at: timeUp }]);

  expect(held?.againAt).toEqual(timeUp);
  expect(accepted).toMatchObject({ againAt: null, memory: { heldBack: null } });
});

test('a changed package beside another change is judged again when the first of their times is over', () => {
  const [, both] = judgeInTurn(productDetails, [
    packed('10 cm', 300),
    { ...packed('20 cm', 300), now: { ...packed('20 cm', 300).now, catalog: retitled } },
  ]);

  expect(both).toMatchObject({ verdict: 'alert', againAt: new Date(someInstant.getTime() + 26 * 3_600_000) });
});
