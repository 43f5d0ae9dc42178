import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { exportSpreadsheet, importSpreadsheet, type SpreadsheetPrefix } from '@app/shared/contract/spreadsheets.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { testApi, type Owner } from '../../../../testing/http/api.ts';
import { mortalDb, ProcessDeath, type MortalDb } from '../../../../testing/database/mortal-db.ts';
import { formWith } from '../../../../testing/http/endpoints.ts';
import { listingFacts } from '../../../../testing/database/factories.ts';
import { buildProductOf, type BuiltProduct } from '../../../../testing/observing/products.ts';
import { readSpreadsheet } from '../../../lib/spreadsheet/read-spreadsheet.ts';
import type { Cell } from '../../../lib/spreadsheet/spreadsheet.ts';
import { sheetXml, xlsxFile } from '../../../../testing/spreadsheets/xlsx-file.ts';
import { writeSpreadsheet } from '../../../lib/spreadsheet/write-spreadsheet.ts';
import { judgeDue } from '../../judging/due.ts';
import { createJudging } from '../../judging/ingest.ts';
import { importSheet } from './spreadsheets.ts';

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
  owner.send(importSpreadsheet, { params: { prefix }, query: {}, body: formWith(bytes) });

const preview = (bytes: Uint8Array) =>
  owner.call(importSpreadsheet, {
    params: { prefix: 'inventory' },
    query: { preview: 'true' },
    body: formWith(bytes),
  });

const storedDays = async () => (await cellsOf(await exported('inventory'))).slice(1).map((cells) => cells.slice(4));

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

  expect((await put('inventory', before)).statusCode).toBe(200);

  expect(await cellsOf(await exported('inventory'))).toEqual(await cellsOf(before));
});

test('an import changes the products in the file and no others', async () => {
  expect((await putRows(['us', ' b0kettle01 ', '14', 10, null])).statusCode).toBe(200);

  const rows = (await cellsOf(await exported('inventory'))).slice(1);
  expect(rows.map((cells) => [cells[1], ...Array.from({ length: 3 }, (_, n) => cells[4 + n] ?? null)])).toEqual([
    ['B0PRESS001', 30, null, null],
    ['B0KETTLE01', 14, 10, null],
  ]);
});

/** Thresholds that do not contradict each other. */
const thresholds = fc
  .record({
    lookback: fc.integer({ min: 1, max: 120 }),
    alert: fc.option(fc.integer({ min: 1, max: 300 })),
    lead: fc.integer({ min: 1, max: 60 }),
    warns: fc.boolean(),
    none: fc.constantFrom('neither', 'warning', 'alert'),
    areTexts: fc.boolean(),
  })
  .map(({ lookback, alert, lead, warns, none, areTexts }) => {
    const warning = warns ? (alert ?? 0) + lead : null;
    const stored = [lookback, none === 'warning' ? 'none' : warning, none === 'alert' ? 'none' : alert];
    return { stored, typed: stored.map((cell) => (areTexts && cell !== null ? ` ${cell} ` : cell)) };
  });

test('random edits of an exported file arrive exactly, and importing a new export changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(thresholds, thresholds, async (ofKettle, ofPress) => {
      const typed = [
        ['US', 'B0KETTLE01', ...ofKettle.typed],
        ['CA', 'B0PRESS001', ...ofPress.typed],
      ];

      expect((await putRows(...typed)).statusCode).toBe(200);

      const after = await exported('inventory');
      const rows = (await cellsOf(after)).slice(1).map((cells) => [4, 5, 6].map((column) => cells[column] ?? null));
      expect(rows).toEqual([ofPress.stored, ofKettle.stored]);
      expect(await preview(after)).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 2 });
    }),
    { numRuns: 8 },
  );
});

test('a process that is killed in the middle of an import has changed nothing, and the next one changes all', async () => {
  const bytes = await sheetOf([
    ['US', 'B0KETTLE01', 14, 10, 5],
    ['CA', 'B0PRESS001', 7, 3, 1],
  ]);
  const viewer = { emailAddressId: '1', email: 'owner@owners.example', isOwner: true, hiddenSellerAccountIds: [] };
  const actor = { ...viewer, tenantId: owner.tenantId, sessionHash: '', isServed: true };
  const importInto = ({ db }: Pick<MortalDb, 'db'>) =>
    importSheet({ db, clock: api.clock }, actor, { prefix: 'inventory', bytes, isPreview: false });
  const before = await storedDays();

  await expect(importInto(mortalDb(api.worker, 1))).rejects.toThrow(ProcessDeath);
  expect(await storedDays()).toEqual(before);
  await importInto({ db: api.worker });

  expect(new Set(await storedDays())).toEqual(
    new Set([
      [14, 10, 5],
      [7, 3, 1],
    ]),
  );
});

test('the word none in a cell is no threshold, whatever its letters, and is exported again', async () => {
  expect(await preview(await sheetOf([['US', 'B0KETTLE01', 30, ' None ', 5]]))).toMatchObject({
    added: 1,
    rows: [
      {
        changes: [
          { column: 'Warning days', from: null, to: 'none' },
          { column: 'Alert days', to: '5' },
        ],
      },
    ],
  });
  expect((await putRows(['US', 'B0KETTLE01', 30, ' None ', 5])).statusCode).toBe(200);

  const file = await exported('inventory');

  expect(await storedDays()).toContainEqual([30, 'none', 5]);
  expect(await preview(Buffer.from(file))).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 2 });
  const refused = await putRows(['US', 'B0KETTLE01', 'none', 10, 5]);
  expect(refused.json().message).toContain('"none" is not possible (allowed is a whole number from 1 to 120');
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
    'a warning that does not come before the alert',
    ['US', 'B0KETTLE01', 30, 5, 5],
    'row 3, column D ("Warning days"): "5" contradicts the alert: the warning has to come before the alert, at more than 5 days',
  ],
  [
    'a number outside of its range',
    ['US', 'B0KETTLE01', 121, 10, 5],
    '"121" is not possible (allowed is a whole number from 1 to 120, or an empty cell)',
  ],
  [
    'a cell that only looks empty',
    ['US', 'B0KETTLE01', 30, '\u{a0}', 5],
    'row 3, column D ("Warning days"): the cell holds only spaces',
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

test('only the first of many errors are reported', async () => {
  const response = await putRows(...Array.from({ length: 9 }, (_, n) => ['US', 'B0KETTLE01', n + 200, 10, 5]));

  expect(response.json().message).toMatch(/and 4 more$/);
});

test('empty rows and additional columns are ignored', async () => {
  const names = [...headers, 'My notes'];
  const rows = [
    [null, null],
    ['US', 'B0KETTLE01', 14, 10, 5, 'order soon'],
    ['', ' '],
  ];

  expect((await put('inventory', await sheetOf(rows, names))).statusCode).toBe(200);
});

test('a file that is no spreadsheet is refused, and so is a form without a file', async () => {
  const picture = await put('inventory', Buffer.from('89504e470d0a1a0a00', 'hex'));
  const nothing = await owner.send(importSpreadsheet, {
    params: { prefix: 'inventory' },
    query: {},
    body: new FormData(),
  });

  expect([picture.statusCode, picture.json().code]).toEqual([400, 'notSpreadsheet']);
  expect(picture.json().message).toMatch(/Please save it as \.xlsx/);
  expect(nothing.statusCode).toBe(400);
});

test('a text file with the same columns is imported', async () => {
  const columns = [...headers, 'Product'].map((header) => `"${header}"`).join(';');

  expect((await put('inventory', Buffer.from(`${columns}\r\nUS;B0KETTLE01;14;10;5;Kettle`))).statusCode).toBe(200);
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

  expect((await putRows(['US', 306_406_152, 14, 10, 5])).statusCode).toBe(200);
});

test('an error shortens a long cell text', async () => {
  const response = await putRows(['US', 'B0KETTLE01', 14, 'x'.repeat(30_000), 5]);

  expect(response.json().message).toMatch(/"x{50}…" is not possible/);
});

test('a preview answers what would change and changes nothing', async () => {
  await putRows(['CA', 'B0PRESS001', 14, 10, 5]);
  const before = await storedDays();

  const outcome = await preview(
    await sheetOf([
      ['CA', 'B0PRESS001', null, null, null],
      ['US', 'B0KETTLE01', 14, 10, 5],
    ]),
  );

  expect(outcome).toMatchObject({ added: 1, changed: 0, removed: 1, unchanged: 0 });
  expect(outcome.rows[0]).toEqual({
    line: 2,
    name: 'Cast-iron skillet 26 cm',
    changes: [
      { column: 'Velocity lookback days', from: '14', to: '30' },
      { column: 'Warning days', from: '10', to: null },
      { column: 'Alert days', from: '5', to: null },
    ],
  });
  expect(await storedDays()).toEqual(before);
});

test('a preview names the errors of a file by line and column', async () => {
  const { refused } = await preview(await sheetOf([['CA', 'B0PRESS001', 14, 'ten', 5]]));

  expect(refused).toEqual({
    count: 1,
    lines: [
      {
        line: 2,
        column: 'Warning days',
        reason: '"ten" is not possible (allowed is a whole number from 0 to 1,000,000 or "none", or an empty cell)',
      },
    ],
  });
});

test('an import after a change of somebody else since the preview changes nothing', async () => {
  const file = await sheetOf([['US', 'B0KETTLE01', 14, 10, 5]]);
  const { fingerprint } = await preview(file);
  await putRows(['US', 'B0KETTLE01', 14, 20, 5]);

  const response = await owner.send(importSpreadsheet, {
    params: { prefix: 'inventory' },
    query: { fingerprint },
    body: formWith(file),
  });

  expect([response.statusCode, response.json().code]).toEqual([409, 'importOvertaken']);
  expect((await storedDays())[1]).toEqual([14, 20, 5]);
});

test('rows of products that are not tracked are left out and listed, and the others apply', async () => {
  const response = await putRows(['US', 'B0NOTHING1', 14, 10, 5], ['US', 'B0KETTLE01', 14, 10, 5]);

  expect(response.json()).toMatchObject({ added: 1, refused: { count: 0 } });
  expect(response.json().skipped).toEqual({
    count: 1,
    lines: [{ line: 2, column: 'ASIN', reason: 'no tracked product B0NOTHING1 in US' }],
  });
  expect((await storedDays())[1]).toEqual([14, 10, 5]);
});

test('a formula without its result is named and resets no threshold', async () => {
  await putRows(['US', 'B0KETTLE01', 14, 10, 5]);
  const head = headers.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`).join('');
  const named = ['US', 'B0KETTLE01'].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  const sheet = sheetXml(`<row>${head}</row><row>${named}<c><v>14</v></c><c><f>5*2</f></c><c><v>5</v></c></row>`);

  const response = await put('inventory', xlsxFile({ sheet }));

  expect(response.statusCode).toBe(400);
  expect(response.json().message).toContain('column D ("Warning days"): the file holds a formula without its result');
  expect((await storedDays())[1]).toEqual([14, 10, 5]);
});

test('a column that stands there twice is named and resets no threshold', async () => {
  await putRows(['US', 'B0KETTLE01', 14, 10, 5]);
  const rows = [['US', 'B0KETTLE01', 14, 10, 5, null]];

  const response = await put('inventory', await sheetOf(rows, [...headers, 'alert days']));

  expect(response.json().message).toContain('"Alert days" is the header of the columns E and F');
  expect((await storedDays())[1]).toEqual([14, 10, 5]);
});

test('no-break spaces and invisible characters of copied tables are understood', async () => {
  const names = headers.map((name) => name.replaceAll(' ', '\u{a0}'));
  const rows = [['US\u{a0}', '\u{200b}B0KETTLE01', '14\u{a0}', '1\u{202f}000', 5]];

  expect((await put('inventory', await sheetOf(rows, names))).statusCode).toBe(200);

  expect((await storedDays())[1]).toEqual([14, 1000, 5]);
});

test('stored thresholds that contradict each other stay in an export that is imported unchanged', async () => {
  await putRows(['US', 'B0KETTLE01', 30, 10, 5]);
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`update items set settings = '{"velocityLookbackDays": 30, "warningDays": 5, "alertDays": 5}'
         where type = 'inventory' and product_id = ${kettle.productId}`.execute(tx),
  );

  expect((await put('inventory', await exported('inventory'))).statusCode).toBe(200);
  expect((await storedDays())[1]).toEqual([30, 5, 5]);
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
    query: {},
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
  expect(clear.statusCode).toBe(200);
  const { watchDogs } = await owner.call(stateOfTheWorld, { query: {} });
  expect(watchDogs['inventory']?.items[other.productId]?.settings).toMatchObject({ velocityLookbackDays: 14 });
  expect(watchDogs['inventory']?.items[kettle.productId]?.settings).not.toMatchObject({ velocityLookbackDays: 14 });
});
