import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { withoutInvisible } from '@app/shared/base/invisible-characters.ts';
import { exportProducts, importProducts } from '@app/shared/contract/product-sheet.ts';
import type { ImportQuery } from '@app/shared/contract/spreadsheets.ts';
import { getProductSettings, putProductSettings } from '@app/shared/contract/product-settings.ts';
import { trackingStates, wordOfState, type TrackingState } from '@app/shared/domain/tracking.ts';
import { ignoreDeath, mortalDb } from '../../../testing/database/mortal-db.ts';
import { formWith } from '../../../testing/http/endpoints.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { buildProductOf } from '../../../testing/observing/products.ts';
import { readSpreadsheet, readUpload } from '../../lib/spreadsheet/read-spreadsheet.ts';
import type { Cell } from '../../lib/spreadsheet/spreadsheet.ts';
import { writeSpreadsheet } from '../../lib/spreadsheet/write-spreadsheet.ts';
import { importProductSheet } from './product-sheet.ts';

const api = testApi();
const viewer = {
  emailAddressId: '1',
  email: 'owner@owners.example',
  isOwner: true,
  hiddenSellerAccountIds: [],
  sessionHash: '',
  isServed: true,
};
let owner: Owner;
/** The asins of the products, in the order of the export. */
const asins = ['0439023521', 'B0KETTLE01', 'B0SKILLET1'];

beforeEach(async () => {
  owner = await api.owner();
  const account = await buildProductOf(api.worker, owner, { asin: 'B0KETTLE01', name: 'B0KETTLE01' });
  for (const asin of ['0439023521', 'B0SKILLET1'])
    await buildProductOf(api.worker, owner, { asin, name: asin, account });
});

const headers = ['Marketplace', 'ASIN', 'Short-hand name', 'Tracking'];

const send = (bytes: Uint8Array, query: ImportQuery = {}) =>
  owner.send(importProducts, { query, body: formWith(bytes) });

async function outcomeOf(bytes: Uint8Array, query: ImportQuery = {}) {
  const response = await send(bytes, query);
  expect(response.statusCode).toBe(200);
  return importProducts.response.parse(response.json());
}

const sheetOf = (rows: readonly (readonly Cell[])[]) =>
  writeSpreadsheet({ name: 'Products', columns: headers.map((header) => ({ header, width: 20 })), rows });

const csvOf = (...rows: readonly (readonly string[])[]) =>
  Buffer.from([headers, ...rows].map((row) => row.join(';')).join('\r\n'));

async function settings(): Promise<Record<string, { readonly state: TrackingState; readonly shortName: string }>> {
  const { sellerAccounts } = await owner.call(getProductSettings, { query: {} });
  const products = sellerAccounts.flatMap((account) => account.products);
  return Object.fromEntries(products.map(({ asin1, state, shortName }) => [asin1, { state, shortName }]));
}

const exported = async (): Promise<Uint8Array> => new Uint8Array((await owner.send(exportProducts, {})).rawPayload);

test('the export has a row for each product, with its name and whether it is tracked', async () => {
  const { rows } = await readSpreadsheet(await exported());

  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Marketplace', 'ASIN', 'Seller ID', 'Product', 'Short-hand name', 'Tracking'],
    ...asins.map((asin) => ['US', asin, expect.stringMatching(/^ASELLER/), asin, null, 'Tracked']),
  ]);
});

const word = fc.constantFrom(...trackingStates);
/** Cells with only spaces, and names of more than 200 UTF-16 units, are refused. */
const name = fc
  .oneof(
    fc.constantFrom('', '=SUM(A1)', "'quoted", '007', '1e5', 'Kessel „grün“', 'a;b,c\td'),
    fc.string({ maxLength: 200, unit: 'grapheme' }),
  )
  .filter((text) => text === '' || (shownText(text) !== '' && text.length <= 200));

const shownText = (text: string): string => withoutInvisible(text).replaceAll(/\s+/g, ' ').trim();

test('random edits of an exported file arrive exactly, and importing a new export changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ state: word, shortName: name }), { minLength: 3, maxLength: 3 }),
      async (edits) => {
        const rows = edits.map(({ state, shortName }, index) => [
          'US',
          asins[index] ?? '',
          shortName,
          wordOfState[state],
        ]);

        await outcomeOf(await sheetOf(rows));

        const expected = edits.map(({ state, shortName }, index) => [
          asins[index],
          { state, shortName: shownText(shortName) },
        ]);
        expect(await settings()).toEqual(Object.fromEntries(expected));
        expect(await outcomeOf(await exported())).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 3 });
      },
    ),
    { numRuns: 25 },
  );
});

test('a preview says what would change, and writes nothing', async () => {
  const file = csvOf(
    ['US', 'B0KETTLE01', 'Kettle', 'ignored'],
    ['us', 'b0skillet1', 'Pan', ''],
    ['US', 'B0NOTHING1', '', 'Tracked'],
  );

  expect(await outcomeOf(file, { preview: 'true' })).toEqual({
    added: 0,
    changed: 1,
    removed: 1,
    unchanged: 0,
    rows: [
      {
        line: 2,
        name: 'B0KETTLE01',
        changes: [
          { column: 'Short-hand name', from: null, to: 'Kettle' },
          { column: 'Tracking', from: 'Tracked', to: 'Ignored' },
        ],
      },
      { line: 3, name: 'B0SKILLET1', changes: [{ column: 'Short-hand name', from: null, to: 'Pan' }] },
    ],
    skipped: {
      count: 1,
      lines: [{ line: 4, column: 'ASIN', reason: 'no product with an active offer B0NOTHING1 in US' }],
    },
    refused: { count: 0, lines: [] },
    fingerprint: expect.any(String),
  });
  expect(await settings()).toMatchObject({ B0KETTLE01: { state: 'tracked', shortName: '' } });
});

test('a name of a sheet keeps the joiners of its signs', async () => {
  await outcomeOf(csvOf(['US', 'B0KETTLE01', '\u200b\u{1F469}\u200D\u{1F373} Pan', 'Tracked']));

  expect(await settings()).toMatchObject({ B0KETTLE01: { shortName: '\u{1F469}\u200D\u{1F373} Pan' } });
});

test('a row that is left as it was exported changes no name, also one with two spaces or joined signs', async () => {
  const { sellerAccounts } = await owner.call(getProductSettings, { query: {} });
  const names = ['Kettle  red', '\u{1F469}\u200D\u{1F373} Pan'];
  const products = sellerAccounts
    .flatMap((account) => account.products)
    .slice(0, names.length)
    .map(({ productId }, index) => ({ productId, shortName: names[index] ?? '', show: true }));
  await owner.call(putProductSettings, { body: { products } });

  expect(await outcomeOf(await exported(), { preview: 'true' })).toMatchObject({ changed: 0, rows: [] });
});

/** Ignores and names a product, as another user does on the page. */
async function changeElsewhere(asin: string) {
  const { sellerAccounts } = await owner.call(getProductSettings, { query: {} });
  const product = sellerAccounts.flatMap(({ products }) => products).find(({ asin1 }) => asin1 === asin);
  await owner.call(putProductSettings, {
    body: { products: [{ productId: product?.productId ?? '', shortName: 'Theirs', show: false }] },
  });
}

test('an import after a change of somebody else since the preview changes nothing, and the next preview shows the difference', async () => {
  const file = csvOf(['US', 'B0KETTLE01', 'Mine', ''], ['US', 'B0SKILLET1', '', 'Tracked']);
  const { fingerprint } = await outcomeOf(file, { preview: 'true' });
  await changeElsewhere('B0SKILLET1');
  const theirs = await settings();

  const refused = await send(file, { fingerprint });

  expect([refused.statusCode, refused.json().code]).toEqual([409, 'importOvertaken']);
  expect(await settings()).toEqual(theirs);
  const again = await outcomeOf(file, { preview: 'true' });
  expect(again.rows[1]?.changes).toEqual([
    { column: 'Short-hand name', from: 'Theirs', to: null },
    { column: 'Tracking', from: 'Ignored', to: 'Tracked' },
  ]);
  expect(await outcomeOf(file, { fingerprint: again.fingerprint })).toMatchObject({ added: 1, changed: 1 });
  expect(await settings()).toMatchObject({
    B0KETTLE01: { shortName: 'Mine' },
    B0SKILLET1: { state: 'tracked', shortName: '' },
  });
});

test('a change of somebody else after the products were read is not overwritten', async () => {
  const actor = { ...viewer, tenantId: owner.tenantId };
  const db: typeof api.worker = {
    ...api.worker,
    tenant: async (tenantId, work) => {
      await changeElsewhere('B0SKILLET1');
      return api.worker.tenant(tenantId, work);
    },
  };
  const bytes = csvOf(['US', 'B0KETTLE01', 'Mine', ''], ['US', 'B0SKILLET1', 'Mine', '']);

  const importing = importProductSheet({ db, clock: api.clock }, actor, { bytes, isPreview: false });

  await expect(importing).rejects.toMatchObject({ code: 'importOvertaken' });
  expect(await settings()).toMatchObject({
    B0KETTLE01: { shortName: '' },
    B0SKILLET1: { state: 'ignored', shortName: 'Theirs' },
  });
});

test('an ASIN that a spreadsheet program has taken for a number is found', async () => {
  await outcomeOf(await sheetOf([['US', 439_023_521, 'A book', 'Tracked']]));
  expect(await settings()).toMatchObject({ '0439023521': { shortName: 'A book' } });

  await outcomeOf(csvOf(['US', '439023521', 'The book', 'Tracked']));
  expect(await settings()).toMatchObject({ '0439023521': { shortName: 'The book' } });
});

test('with one wrong cell nothing is changed, and each is named with its row and reason', async () => {
  const file = csvOf(['US', 'B0KETTLE01', 'Kettle', 'Ignored'], ['US', 'B0SKILLET1', 'x'.repeat(201), 'perhaps']);

  const { refused } = await outcomeOf(file, { preview: 'true' });
  const response = await send(file);

  const allowed = '"Tracked", "Ignored", "Ignored until first sale"';
  expect(refused.lines).toEqual([
    { line: 3, column: 'Short-hand name', reason: 'a name can have 200 characters at most' },
    { line: 3, column: 'Tracking', reason: `"perhaps" is not possible (allowed is ${allowed})` },
  ]);
  expect([response.statusCode, response.json().code]).toEqual([400, 'badSpreadsheet']);
  expect(await settings()).toMatchObject({ B0KETTLE01: { state: 'tracked', shortName: '' } });
});

test('a date, which programs make of a name such as "3-12", and an error of a formula are no names', async () => {
  const rows = [
    ['US', 'B0KETTLE01', new Date('2026-12-03T00:00:00Z'), 'Tracked'],
    ['US', 'B0SKILLET1', '#N/A', 'Tracked'],
    ['US', '0439023521', '#1 seller', 'Tracked'],
  ];

  const { refused } = await outcomeOf(await sheetOf(rows), { preview: 'true' });

  expect(refused.lines).toEqual([
    {
      line: 2,
      column: 'Short-hand name',
      reason: 'the cell holds a date; please format it as text and enter the name again',
    },
    {
      line: 3,
      column: 'Short-hand name',
      reason: '"#N/A" is the error of a formula; please correct it or enter the name',
    },
  ]);
});

test('an import says how many products wait for the budget', async () => {
  await outcomeOf(csvOf(['US', 'B0KETTLE01', '', 'Ignored'], ['US', 'B0SKILLET1', '', 'Ignored']));
  await api.worker.tenant(owner.tenantId, (tx) =>
    sql`update tenants set is_capped = true where tenant_id = ${owner.tenantId}`.execute(tx),
  );
  const file = csvOf(['US', 'B0KETTLE01', '', 'Tracked'], ['US', 'B0SKILLET1', '', 'Tracked']);

  expect(await outcomeOf(file, { preview: 'true' })).not.toHaveProperty('heldBack');
  expect(await outcomeOf(file)).toMatchObject({ added: 2, heldBack: 2 });
});

test('a process that is killed in the middle of an import has changed nothing, and the next one changes all', async () => {
  const bytes = csvOf(['US', 'B0KETTLE01', 'Kettle', 'Ignored'], ['US', 'B0SKILLET1', 'Skillet', 'Tracked']);
  const actor = { ...viewer, tenantId: owner.tenantId };
  const before = await settings();
  let step = 1;
  for (; ; step += 1) {
    const { db, isDead } = mortalDb(api.worker, step);
    await importProductSheet({ db, clock: api.clock }, actor, { bytes, isPreview: false }).catch(ignoreDeath);
    if (!isDead()) break;
    expect(await settings()).toEqual(before);
  }

  // Both choices are written in one transaction.
  expect(step).toBe(2);
  expect(await settings()).toMatchObject({
    B0KETTLE01: { state: 'ignored', shortName: 'Kettle' },
    B0SKILLET1: { state: 'tracked', shortName: 'Skillet' },
  });
});

test('products of another tenant are skipped as unknown ones are', async () => {
  const another = await api.owner();
  await buildProductOf(api.worker, another, { asin: 'B0FOREIGN1' });

  const { skipped } = await outcomeOf(csvOf(['US', 'B0FOREIGN1', 'Mine', 'Ignored']), { preview: 'true' });

  expect(skipped.lines).toMatchObject([{ reason: 'no product with an active offer B0FOREIGN1 in US' }]);
});

test('a tenant has one file read at a time, while those of others are read', async () => {
  const file = csvOf(['US', 'B0KETTLE01', '', 'Tracked']);

  const [first, second, other] = await Promise.allSettled([
    readUpload('a', file),
    readUpload('a', file),
    readUpload('b', file),
  ]);

  expect([first?.status, other?.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(second).toMatchObject({ reason: { code: 'tooManyRequests' } });
  await expect(readUpload('a', file)).resolves.toBeDefined();
});

test('10,000 exported products are imported without a change', async () => {
  await api.worker.tenant(owner.tenantId, async (tx) => {
    const { rows } = await sql<{ sellerAccountId: string; createdAt: Date }>`
      select p.seller_account_id as "sellerAccountId", p.created_at as "createdAt"
        from products p
       where p.tenant_id = ${owner.tenantId}
         and p.asin = 'B0KETTLE01'`.execute(tx);
    await sql`
      insert into products (
        tenant_id, seller_account_id, marketplace, asin, name, short_name, is_active, is_tracked, version, created_at
      )
      select ${owner.tenantId}, ${rows[0]?.sellerAccountId}::bigint, 'CA', 'B' || lpad(no::text, 9, '0'),
             'Lantern ' || no, 'L ' || no, true, no % 2 = 0, 0, ${rows[0]?.createdAt}
        from generate_series(1, 10000) no
      returning 1`.execute(tx);
  });

  const outcome = await outcomeOf(await exported());

  expect(outcome).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 10_003 });
  expect(outcome.skipped.count + outcome.refused.count).toBe(0);
});
