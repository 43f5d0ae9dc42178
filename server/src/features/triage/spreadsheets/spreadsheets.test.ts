import { beforeEach, expect, test } from 'vitest';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { exportSpreadsheet, importSpreadsheet, type SpreadsheetPrefix } from '@app/shared/contract/spreadsheets.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { formWith } from '../../../../testing/http/endpoints.ts';
import { listingFacts } from '../../../../testing/database/factories.ts';
import { buildProductOf, type BuiltProduct } from '../../../../testing/observing/products.ts';
import { readSpreadsheet } from '../../../lib/spreadsheet/read-spreadsheet.ts';
import type { Cell } from '../../../lib/spreadsheet/spreadsheet.ts';
import { sheetXml, xlsxFile } from '../../../../testing/spreadsheets/xlsx-file.ts';
import { writeSpreadsheet } from '../../../lib/spreadsheet/write-spreadsheet.ts';
import { judgeDue } from '../../judging/due.ts';
import { createJudging } from '../../judging/ingest.ts';

const api = testApi();
let owner: Owner;
let kettle: BuiltProduct;
let press: BuiltProduct;

beforeEach(async () => {
  owner = await api.owner();
  kettle = await buildProductOf(api.worker, owner, { asin: 'B0KETTLE01', name: '=Kettle, 1 l' });
  press = await buildProductOf(api.worker, owner, { account: kettle, asin: 'B0PRESS001', marketplace: 'CA' });
});

async function exported(prefix: SpreadsheetPrefix): Promise<Uint8Array> {
  const response = await owner.send(exportSpreadsheet, { params: { prefix } });
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}

const cellsOf = async (bytes: Uint8Array) => (await readSpreadsheet(bytes)).rows.map(({ cells }) => cells);

const put = (prefix: SpreadsheetPrefix, bytes: Uint8Array) =>
  owner.send(importSpreadsheet, { params: { prefix }, body: formWith(bytes) });

const headers = ['Marketplace', 'ASIN', 'Velocity lookback days', 'Warning days', 'Alert days'];

const sheetOf = (rows: readonly (readonly Cell[])[], names = headers) =>
  writeSpreadsheet({ name: 'Plan', columns: names.map((header) => ({ header, width: 12 })), rows });

const putRows = async (...rows: readonly (readonly Cell[])[]) => put('inventory', await sheetOf(rows));

test.each(watchdogs.flatMap(({ title, spreadsheet }) => (spreadsheet ? [[spreadsheet, title] as const] : [])))(
  'the spreadsheet of $prefix has one row per tracked product',
  async ({ prefix, columns }, title) => {
    const sheet = await readSpreadsheet(await exported(prefix));

    expect(sheet.name).toBe(title);
    const own = Object.values(columns).map(({ header }) => header);
    expect(sheet.rows[0]?.cells).toEqual(['Marketplace', 'ASIN', 'Seller ID', 'Product', ...own]);
    expect(sheet.rows.slice(1).map(({ cells }) => cells.slice(0, 4))).toEqual([
      ['CA', 'B0PRESS001', press.sellerKey, 'Cast-iron skillet 26 cm'],
      ['US', 'B0KETTLE01', kettle.sellerKey, '=Kettle, 1 l'],
    ]);
  },
);

test('the file name of an export is accepted for the import', async () => {
  const { headers: sent } = await owner.send(exportSpreadsheet, { params: { prefix: 'fbm_inventory' } });

  expect(sent['content-disposition']).toBe('attachment; filename="fbm_inventory-config-import.xlsx"');
});

test('an exported file can be imported unchanged and changes nothing', async () => {
  await putRows(['US', 'B0KETTLE01', 14, 10, 5]);
  const before = await exported('inventory');

  expect((await put('inventory', before)).statusCode).toBe(204);

  expect(await cellsOf(await exported('inventory'))).toEqual(await cellsOf(before));
});

test('an import changes the products in the file and no others', async () => {
  expect((await putRows(['us', ' b0kettle01 ', '14', 10, null])).statusCode).toBe(204);

  const rows = (await cellsOf(await exported('inventory'))).slice(1);
  expect(rows.map((cells) => [cells[1], ...Array.from({ length: 3 }, (_, n) => cells[4 + n] ?? null)])).toEqual([
    ['B0PRESS001', 30, null, null],
    ['B0KETTLE01', 14, 10, null],
  ]);
});

test('the world states the number of days from which the velocity of the stock is computed', async () => {
  await putRows(['US', 'B0KETTLE01', 14, 10, 5]);

  const { watchDogs } = await owner.call(stateOfTheWorld, { query: {} });

  expect(watchDogs['inventory']?.items[kettle.productId]?.settings).toMatchObject({ velocityLookbackDays: 14 });
});

test('a product is judged again with its new settings', async () => {
  const judging = createJudging({ db: api.worker, clock: api.clock });
  const seen = { productId: kettle.productId, aspect: 'listing', sku: 'K', observedAt: api.clock.now() } as const;
  const facts = listingFacts({ ownQuantity: 4, isFulfilledByAmazon: false });
  await judging.ingest(owner.tenantId, [{ ...seen, facts }]);
  const columns = ['Marketplace', 'ASIN', 'Alert threshold'];

  await put('fbm_inventory', await sheetOf([['US', 'B0KETTLE01', 5]], columns));
  await judgeDue({ db: api.worker, clock: api.clock });

  const { watchDogs } = await owner.call(stateOfTheWorld, { query: {} });
  expect(watchDogs['fbmInventory']?.items[kettle.productId]).toMatchObject({
    status: 2,
    alertThreshold: 5,
    hasIssue: true,
  });
});

test.each([
  ['an invalid number', ['US', 'B0KETTLE01', 30, 'ten', 5], 'Sheet "Plan", row 3, column D ("Warning days"): "ten"'],
  [
    'a product that is not tracked',
    ['US', 'B0NOTHING1', 30, 10, 5],
    'row 3, column B ("ASIN"): no tracked product B0N',
  ],
  ['a product that occurs twice', ['CA', 'B0PRESS001', 30, 10, 5], 'Sheet "Plan", row 3: the same product as in row 2'],
])('%s is reported with sheet, row and column, and nothing is applied', async (_, wrong, told) => {
  const response = await putRows(['CA', 'B0PRESS001', 7, 3, 1], wrong);

  expect([response.statusCode, response.json().code]).toEqual([400, 'badSpreadsheet']);
  expect(response.json().message).toContain(told);
  const rows = await cellsOf(await exported('inventory'));
  expect(rows.slice(1).map((cells) => cells[4])).toEqual([30, 30]);
});

test('a missing column is named', async () => {
  const response = await put('inventory', await sheetOf([['US', 'B0KETTLE01']], ['Marketplace', 'ASIN']));

  expect(response.json().message).toBe(
    'Sheet "Plan", row 1: there is no column "Velocity lookback days", "Warning days", "Alert days"',
  );
});

test('of many errors the first ones are reported', async () => {
  const response = await putRows(...Array.from({ length: 9 }, (_, n) => ['US', `B0NOTHING${n}`, 30, 10, 5]));

  expect(response.json().message).toMatch(/and 4 more$/);
});

test('empty rows and additional columns are ignored', async () => {
  const names = [...headers, 'My notes'];
  const rows = [
    [null, null],
    ['US', 'B0KETTLE01', 14, 10, 5, 'order soon'],
    ['', ' '],
  ];

  expect((await put('inventory', await sheetOf(rows, names))).statusCode).toBe(204);
});

test('a file that is not a spreadsheet is refused, and so is a form without a file', async () => {
  const text = await put('inventory', Buffer.from('Marketplace;ASIN'));
  const nothing = await owner.send(importSpreadsheet, { params: { prefix: 'inventory' }, body: new FormData() });

  expect([text.statusCode, text.json().code]).toEqual([400, 'notSpreadsheet']);
  expect(text.json().message).toMatch(/Please save it as \.xlsx/);
  expect(nothing.statusCode).toBe(400);
});

test('a file whose content exceeds a limit is refused, with the limit and a remedy', async () => {
  const sheet = sheetXml('<row r="1"><c r="XFD1"><v>7</v></c></row>', '<dimension ref="A1"/>');

  const response = await put('inventory', xlsxFile({ sheet }));

  expect([response.statusCode, response.json().code]).toEqual([413, 'spreadsheetTooLarge']);
  expect(response.json().message).toBe(
    'This spreadsheet is too large: a sheet can have 100 columns at most, and cell XFD1 has content. Please delete what is not needed, or split it into several files',
  );
});

test('a file with a password is refused, with a remedy', async () => {
  const encrypted = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);

  const response = await put('inventory', encrypted);

  expect([response.statusCode, response.json().code]).toEqual([400, 'lockedSpreadsheet']);
  expect(response.json().message).toMatch(/without a password/);
});

test('the ASIN of a book is found even if the program turned it into a number', async () => {
  await buildProductOf(api.worker, owner, { account: kettle, asin: '0306406152' });

  expect((await putRows(['US', 306_406_152, 14, 10, 5])).statusCode).toBe(204);
});

test('an error shortens a long cell text', async () => {
  const response = await putRows(['US', 'x'.repeat(30_000), 14, 10, 5]);

  expect(response.json().message).toMatch(/no tracked product x{50}… in US$/);
});

test('a file of more than 5 MB is refused', async () => {
  const response = await put('inventory', Buffer.alloc(5_300_000));

  expect([response.statusCode, response.json().code]).toEqual([413, 'payloadTooLarge']);
});

const boundary = 'edge';
const part = (head: string, content = '') =>
  `--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

test.each([
  ['with 90,000 empty fields', part('name="a"').repeat(90_000), 413],
  ['with ten files', part('name="file"; filename="a.xlsx"', 'x').repeat(10), 400],
  ['that ends within its file', part('name="file"; filename="a.xlsx"', 'x').slice(0, -4), 400],
  ['without a boundary in its body', 'file', 400],
  ['with a field named __proto__', part('name="__proto__"; filename="a.xlsx"', 'x'), 400],
])('a form %s is refused', async (_, content, status) => {
  const end = content.endsWith('\r\n') ? `--${boundary}--\r\n` : '';

  const response = await owner.request({
    method: 'POST',
    url: importSpreadsheet.path.replace(':prefix', 'inventory'),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: content + end,
  });

  expect(response.statusCode).toBe(status);
});

test('the file of a caller without a login is not read', async () => {
  const response = await api.browser().send(importSpreadsheet, {
    params: { prefix: 'inventory' },
    body: formWith(Buffer.alloc(5_300_000)),
  });

  expect(response.statusCode).toBe(401);
});

test('a row has to name the account if two accounts sell the product', async () => {
  const other = await buildProductOf(api.worker, owner, { asin: 'B0KETTLE01' });
  const names = ['Marketplace', 'ASIN', 'Seller ID', ...headers.slice(2)];

  const unclear = await putRows(['US', 'B0KETTLE01', 14, 10, 5]);
  const clear = await put('inventory', await sheetOf([['US', 'B0KETTLE01', other.sellerKey, 14, 10, 5]], names));

  expect(unclear.json().message).toContain('several of your accounts sell B0KETTLE01');
  expect(clear.statusCode).toBe(204);
  const { watchDogs } = await owner.call(stateOfTheWorld, { query: {} });
  expect(watchDogs['inventory']?.items[other.productId]?.settings).toMatchObject({ velocityLookbackDays: 14 });
  expect(watchDogs['inventory']?.items[kettle.productId]?.settings).not.toMatchObject({ velocityLookbackDays: 14 });
});
