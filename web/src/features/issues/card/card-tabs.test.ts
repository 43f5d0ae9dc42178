import { expect, test } from 'vitest';
import { countWorld } from '@app/shared/world/counts.ts';
import { buildGroup, buildItem, buildProduct } from '../../../../testing/world-build.ts';
import { countStarting, emptyText, narrowRows, rowKey, rowsOf, type CardRow } from './card-tabs.ts';

const shown = new Map(
  ['1', '2', '3', '4', '5'].map((productId) => [
    productId,
    buildProduct({ productId, productName: `Pan ${productId}` }),
  ]),
);
const group = buildGroup([
  buildItem({ productId: '2', status: 1, issueStatus: 1 }),
  buildItem({ productId: '3', status: 2 }),
  buildItem({ productId: '4', status: 2, issueStatus: 3 }),
  buildItem({ productId: '5', status: 99 }),
  buildItem({ productId: 'filtered away', status: 2 }),
]);
const card = { watchdog: {}, group };
const ids = (rows: readonly CardRow[]) => rows.map((row) => row.product.productId);

test('each tab holds as many rows as its count says, and a product without an item is ok', () => {
  const products = [...shown.values()];
  const counts = countWorld({ products, watchDogs: { kind: group } }).byType['kind'];
  expect(counts).toMatchObject({ ok: 2, red: 2, mute: 1 });
  for (const tab of ['ok', 'red', 'mute'] as const) expect(rowsOf(card, shown, tab)).toHaveLength(counts?.[tab] ?? -1);
});

test('starting items of the shown products are counted for the info tab', () => {
  expect(countStarting(group, shown)).toBe(1);
});

test('issues are sorted worst first, and the ok tab begins with starting items', () => {
  expect(ids(rowsOf(card, shown, 'red'))).toEqual(['3', '2']);
  expect(ids(rowsOf(card, shown, 'mute'))).toEqual(['4']);
  expect(ids(rowsOf(card, shown, 'ok'))).toEqual(['5', '1']);
});

test('triage does not move a row', () => {
  const older = buildItem({ productId: '1', date: '2026-11-19T00:00:00.000Z' });
  const newer = buildItem({ productId: '2', date: '2026-11-20T00:00:00.000Z' });
  const order = (items: (typeof older)[]) => ids(rowsOf({ watchdog: {}, group: buildGroup(items) }, shown, 'red'));
  expect(order([older, newer])).toEqual(['2', '1']);
  expect(order([older, { ...newer, issueStatus: 1 }])).toEqual(['2', '1']);
});

test.each([
  [['Seen'], ['2']],
  [['In progress'], []],
  [['Warning'], ['2']],
  [['Alert'], ['3']],
  [
    ['Alert', 'Warning'],
    ['3', '2'],
  ],
  [[], ['3', '2']],
] as const)('the filter %j leaves %j', (states, left) => {
  expect(ids(narrowRows(rowsOf(card, shown, 'red'), '', states))).toEqual(left);
});

test('the search of a card matches the same texts as the text filter of the page', () => {
  expect(ids(narrowRows(rowsOf(card, shown, 'red'), 'pan 2', []))).toEqual(['2']);
});

test('the empty texts are those of the specification', () => {
  expect(emptyText('ok', false)).toBe('No items to show');
  expect(emptyText('red', false)).toBe('No current Alerts');
  expect(emptyText('mute', false)).toBe('No Muted alerts or Alerts marked as Done');
  expect(emptyText('red', true)).toBe('No items match your filter, try a different one.');
});

const keyword = (id: string, productId: string, status: number) =>
  buildItem({ watchDogId: id, productId, status, settings: { keyword: `pan ${id}`, absoluteThreshold: 20 } });

test('a card whose items people create has one row per item of a product, and none without items', () => {
  const keywords = buildGroup([
    keyword('keyword-1-1', '1', 2),
    keyword('keyword-1-2', '1', 0),
    keyword('keyword-2-1', '2', 99),
    keyword('keyword-9-1', 'filtered away', 0),
  ]);
  const made = { watchdog: { hasOwnItems: true } as const, group: keywords };

  expect(rowsOf(made, shown, 'red').map(rowKey)).toEqual(['keyword-1-1']);
  expect(rowsOf(made, shown, 'ok').map(rowKey)).toEqual(['keyword-2-1', 'keyword-1-2']);
  expect(narrowRows(rowsOf(made, shown, 'ok'), 'PAN keyword-1', []).map(rowKey)).toEqual(['keyword-1-2']);
});
