import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { promotionsBreakdown, rankBreakdown, salesBreakdown } from '@app/shared/contract/catalog.ts';
import {
  downloadSalesSpreadsheet,
  previewSalesSpreadsheet,
  requestSalesSpreadsheet,
} from '@app/shared/contract/sales-spreadsheet.ts';
import type { CallInput } from '@app/shared/contract/endpoint.ts';
import { addDays } from '@app/shared/base/calendar-day.ts';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { listingFacts, offersFacts } from '../../../testing/database/factories.ts';
import { ignoreDeath, mortalDb } from '../../../testing/database/mortal-db.ts';
import { testNow } from '../../../testing/database/postgres.ts';
import { testApi, type Owner } from '../../../testing/http/api.ts';
import { addUser } from '../../../testing/http/users.ts';
import { chanceFrom } from '../../../testing/isolation/generated-calls.ts';
import { sendMessages } from '../../../testing/mails/send-messages.ts';
import { writeAdvertisedDay } from '../../../testing/observing/advertised.ts';
import { buildProductOf, type BuiltProduct } from '../../../testing/observing/products.ts';
import { keepSeen } from '../../../testing/observing/seen.ts';
import type { Db } from '../../lib/db/db.ts';
import type { Mail } from '../../lib/mail/mailer.ts';
import { readSpreadsheet } from '../../lib/spreadsheet/read-spreadsheet.ts';
import { forgetSpreadsheets } from './claim-queries.ts';
import { compileSpreadsheets } from './compile-spreadsheets.ts';
import { salesColumns } from './rows/columns.ts';

const api = testApi();
let owner: Owner;
let product: BuiltProduct;

/** Noon of 15 June in UTC is five in the morning in Los Angeles. The account was connected on 1 June. */
beforeEach(async () => {
  api.clock.set(testNow);
  await sql`delete from sales_spreadsheets`.execute(api.worker.global);
  owner = await api.owner();
  await run(sql`update email_addresses set verified_at = now() where tenant_id = ${owner.tenantId}`);
  product = await connected();
  api.mails.length = 0;
});

const run = (query: ReturnType<typeof sql>) => api.worker.tenant(owner.tenantId, (tx) => query.execute(tx));

async function connected(account?: BuiltProduct): Promise<BuiltProduct> {
  const built = await buildProductOf(api.worker, owner, account ? { account } : {});
  await run(sql`
    update seller_accounts set created_at = '2026-06-01T12:00Z' where seller_account_id = ${built.sellerAccountId}`);
  await run(sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
    values (${owner.tenantId}, ${built.sellerAccountId}, '', 'orders', ${testNow}, ${testNow})
        on conflict do nothing`);
  await run(sql`
    insert into tracking_periods (tenant_id, product_id, tracked_from)
    values (${owner.tenantId}, ${built.productId}, '2026-01-01T00:00Z')`);
  return built;
}

interface SoldDay {
  readonly units: number;
  readonly codes?: Readonly<Record<string, { units: number; orders: number }>>;
  readonly of?: BuiltProduct;
}

const sold = (day: string, { units, codes = {}, of = product }: SoldDay) =>
  run(sql`
    insert into sales_days (
      tenant_id, product_id, day, units, orders, promotion_units, promotions, was_out_of_stock, changed_at
    )
    values (
      ${owner.tenantId}, ${of.productId}, ${day}, ${units}, ${units},
      ${Object.values(codes).reduce((sum, code) => sum + code.units, 0)}, ${JSON.stringify(codes)}, false, now()
    )`);

const june = { lookbackDays: -1, rangeDateFrom: '2026-06-01', rangeDateTo: '2026-06-15' };
type Request = CallInput<typeof requestSalesSpreadsheet>['body'];

const request = (changes: Partial<Request> = {}, who = owner) =>
  who.send(requestSalesSpreadsheet, { body: { ...june, emailAddresses: [who.email], ...changes } });

const { signal } = new AbortController();
const compile = (db: Db = api.worker) => compileSpreadsheets({ ...api.ctx, db }, signal);
const send = () => sendMessages({ ...api.ctx, db: api.worker });

/** The answer of the request, and the mails that followed. */
async function receive(changes: Partial<Request> = {}, who = owner): Promise<readonly Mail[]> {
  const { statusCode, body } = await request(changes, who);
  expect([statusCode, body]).toEqual([204, '']);
  api.mails.length = 0;
  while (await compile());
  await send();
  return api.mails;
}

type Row = Readonly<Record<string, unknown>>;

async function rowsOf(file: Uint8Array): Promise<readonly Row[]> {
  const { name, rows } = await readSpreadsheet(file);
  const headers = salesColumns.map(({ header }) => header);
  expect([name, rows[0]?.cells]).toEqual(['Sales', headers]);
  return rows.slice(1).map(({ cells }) =>
    Object.fromEntries(
      headers.map((header, index) => {
        const cell = cells[index] ?? null;
        return [header, cell instanceof Date ? cell.toISOString().slice(0, 10) : cell];
      }),
    ),
  );
}

async function receivedRows(changes: Partial<Request> = {}, who = owner): Promise<readonly Row[]> {
  const [mail] = await receive(changes, who);
  return rowsOf(mail?.files?.[0]?.content ?? Buffer.alloc(0));
}

const inFamily = (...members: readonly BuiltProduct[]) =>
  run(sql`
    update products set parent_asin = 'B0PARENT'
     where product_id = any (${members.map(({ productId }) => productId)}::bigint[])`);

const numberOf = (cell: unknown): number => (typeof cell === 'number' ? cell : 0);

const unitsOf = (rows: readonly Row[]) => rows.map((row) => numberOf(row['Units'])).filter((units) => units > 0);

const ids = (...of: BuiltProduct[]) => of.map(({ productId }) => Number(productId));

async function asins(productIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ asin: string }>`
    select p.asin from products p where p.product_id = any (${productIds}::bigint[])`.execute(api.worker.global);
  return rows.map(({ asin }) => asin);
}

test('the mail has an Excel file with one row per product and day, and says what its columns mean', async () => {
  await sold('2026-06-13', { units: 7, codes: { SPRING: { units: 2, orders: 1 }, SUMMER: { units: 4, orders: 3 } } });
  await keepSeen(
    api.worker,
    { ...owner, ...product },
    {
      at: '2026-06-13T20:00Z',
      aspect: 'offers',
      facts: offersFacts({ sellerKey: product.sellerKey, ownCents: 3490 }),
    },
  );
  await keepSeen(
    api.worker,
    { ...owner, ...product },
    {
      at: '2026-06-14T20:00Z',
      aspect: 'listing',
      facts: listingFacts({ ownQuantity: 12 }),
    },
  );

  await writeAdvertisedDay(api.worker, { ...owner, ...product }, { day: '2026-06-13', same: [2, 2], other: [1, 1] });

  const [mail, ...others] = await receive({ rangeDateFrom: '2026-06-12' });

  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: owner.email, subject: 'Your sales from 2026-06-12 to 2026-06-15' });
  expect(mail?.text).toContain(
    'Organic units, Organic orders: Without those that Sponsored Products brought within 7 days of',
  );
  expect(mail?.files?.[0]?.filename).toBe('sales-2026-06-12-to-2026-06-15.xlsx');
  const rows = await rowsOf(mail?.files?.[0]?.content ?? Buffer.alloc(0));
  const shown = { Marketplace: 'US', Seller: 'Brightkeel US', Name: 'Cast-iron skillet 26 cm' };
  const unknown = { 'Organic units': null, 'Organic orders': null, Rank: null };
  const none = { 'Promotion units': 0, 'Promo codes': null };
  expect(rows).toMatchObject([
    { ...shown, ...unknown, ...none, Date: '2026-06-12', Units: 0, Orders: 0, Price: null, Stock: null, Final: 'yes' },
    {
      'Organic units': 4,
      'Organic orders': 4,
      Date: '2026-06-13',
      Units: 7,
      Orders: 7,
      'Promotion units': 6,
      'Promo codes': 'SUMMER: 4/3; SPRING: 2/1',
      Price: 34.9,
      Currency: 'USD',
      Stock: null,
    },
    { ...none, Date: '2026-06-14', Units: 0, Price: 34.9, Stock: 12, Final: 'yes' },
    { ...none, Date: '2026-06-15', Units: 0, Price: 34.9, Stock: 12, Final: 'no' },
  ]);
});

test.each([1, 2, 3])('the totals of the file are those of the charts (history %i)', async (seed) => {
  const chance = chanceFrom(seed);
  const family = [product, await connected(product), await connected(product)];
  await inFamily(...family);
  // The chart counts variations that are not tracked.
  await run(sql`update products set is_tracked = false where product_id = ${family[2]?.productId}`);
  const single = await connected();
  for (const of of [...family, single]) {
    for (let back = 0; back < 70; back += 1) {
      if (chance() < 0.4) continue;
      const units = 1 + Math.floor(chance() * 9);
      const codes = chance() < 0.3 ? { [`CODE${Math.floor(chance() * 3)}`]: { units, orders: 1 } } : {};
      await sold(addDays('2026-06-15', -back), { units, codes, of });
    }
    const ranks = Array.from({ length: 24 }, () => (chance() < 0.5 ? 0 : 1 + Math.floor(chance() * 900)));
    // Sales of March are not known, although the rank is.
    await run(sql`
      insert into rank_days (tenant_id, product_id, day, ranks)
      select ${owner.tenantId}, ${of.productId}, day, ${ranks}::int[]
        from unnest(array['2026-03-10', '2026-06-10']::date[]) as day
      returning 1`);
  }
  const range = { from: '2026-03-01', to: '2026-06-15' };

  const rows = await receivedRows({ rangeDateFrom: range.from });

  for (const members of [family, [single]]) {
    const { productId } = members[0] ?? product;
    const named = await asins(members.map((one) => one.productId));
    const ofMembers = rows.filter((row) => named.includes(String(row['ASIN'])));
    const query = { productId, ...range };
    const { sales } = await owner.call(salesBreakdown, { query });
    for (const { date, soldUnitsAllVariations } of sales) {
      const ofDay = ofMembers.filter((row) => row['Date'] === date);
      const units = ofDay.reduce((sum, row) => sum + numberOf(row['Units']), 0);
      expect([date, ofDay.some((row) => row['Units'] !== null) ? units : null]).toEqual([date, soldUnitsAllVariations]);
    }
    const { promotions } = await owner.call(promotionsBreakdown, { query });
    const promoted = promotions.reduce((sum, { units }) => sum + units.reduce((a: number, b) => a + (b ?? 0), 0), 0);
    expect(ofMembers.reduce((sum, row) => sum + numberOf(row['Promotion units']), 0)).toBe(promoted);
    const [asin] = await asins([productId]);
    const { ranks } = await owner.call(rankBreakdown, { query });
    const rankOf = rows.find((row) => row['ASIN'] === asin && row['Date'] === '2026-06-10')?.['Rank'];
    expect(rankOf).toBe(ranks.find(({ date }) => date === '2026-06-10')?.rank);
  }
});

test('one family or one product is compiled alone, by the id that the chart has', async () => {
  const sister = await connected(product);
  await inFamily(product, sister);
  const single = await connected();
  for (const of of [product, sister, single]) await sold('2026-06-13', { units: Number(of.productId), of });

  expect(new Set(unitsOf(await receivedRows({ productGroupId: 'B0PARENT' })))).toEqual(new Set(ids(product, sister)));
  expect(unitsOf(await receivedRows({ productId: single.productId }))).toEqual(ids(single));
  expect((await request({ productGroupId: 'B0NOBODY' })).statusCode).toBe(404);
});

test.each([
  ['product', () => ({ productId: product.productId })],
  ['family', () => ({ productGroupId: 'B0PARENT' })],
])('a spreadsheet of a %s that is tracked no more when it is compiled has what is known of it', async (_of, named) => {
  await inFamily(product);
  await sold('2026-06-13', { units: 7 });
  await request(named());
  await run(sql`update products set is_tracked = false where product_id = ${product.productId}`);
  api.mails.length = 0;
  while (await compile());
  await send();

  const [mail] = api.mails;
  expect(mail?.text).toContain('The file has 15 rows');
  expect(unitsOf(await rowsOf(mail?.files?.[0]?.content ?? Buffer.alloc(0)))).toEqual([7]);
});

const previewedUnits = async (query: CallInput<typeof previewSalesSpreadsheet>['query']) => {
  const { columns, rows } = await owner.call(previewSalesSpreadsheet, {
    query: { ...june, rangeDateFrom: '2026-06-13', ...query },
  });
  const units = columns.findIndex(({ header }) => header === 'Units');
  return rows.map((row) => numberOf(row[units] ?? null)).filter((count) => count > 0);
};

test('a spreadsheet has the tracked products, and with all products those that are not tracked too', async () => {
  const ignored = await connected();
  await run(sql`update products set is_tracked = false where product_id = ${ignored.productId}`);
  for (const of of [product, ignored]) await sold('2026-06-13', { units: Number(of.productId), of });

  expect(unitsOf(await receivedRows())).toEqual(ids(product));
  expect(new Set(unitsOf(await receivedRows({ includeAllProducts: true })))).toEqual(new Set(ids(product, ignored)));
  expect(await previewedUnits({})).toEqual(ids(product));
  expect(new Set(await previewedUnits({ includeAllProducts: 'true' }))).toEqual(new Set(ids(product, ignored)));
});

test('a price or a stock is unknown on days on which the product was not watched', async () => {
  await run(sql`
    update tracking_periods set tracked_to = '2026-06-10T12:00Z' where product_id = ${product.productId}`);
  await run(sql`
    insert into tracking_periods (tenant_id, product_id, tracked_from)
    values (${owner.tenantId}, ${product.productId}, '2026-06-13T12:00Z')`);
  await keepSeen(
    api.worker,
    { ...owner, ...product },
    {
      at: '2026-03-10T20:00Z',
      aspect: 'offers',
      isForgotten: true,
      facts: offersFacts({ sellerKey: product.sellerKey, ownCents: 3490 }),
    },
  );

  const rows = await receivedRows({ rangeDateFrom: '2026-06-09' });

  expect(rows.map((row) => [String(row['Date']).slice(8), row['Price']])).toEqual([
    ['09', 34.9],
    ['10', 34.9],
    ['11', null],
    ['12', null],
    ['13', 34.9],
    ['14', 34.9],
    ['15', 34.9],
  ]);
});

test('texts that a program could read as formulas are written as texts', async () => {
  await run(sql`update products set short_name = '=HYPERLINK("http://x")' where product_id = ${product.productId}`);

  const [mail] = await receive();

  const { sheets } = await readXlsx(mail?.files?.[0]?.content ?? Buffer.alloc(0));
  expect(sheets[0]?.rows[1]?.[3]).toBe(`'=HYPERLINK("http://x")`);
});

test('while a spreadsheet is being compiled, another request of the account is refused', async () => {
  const other = await api.owner();
  await sql`update email_addresses set verified_at = now()`.execute(api.worker.global);
  const answers = await Promise.all([request(), request(), request()]);
  const foreign = await request({}, other);

  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['204', '429', '429']);
  expect(foreign.statusCode).toBe(204);
  expect(answers.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({
    code: 'spreadsheetUnderway',
    message: 'The system is already compiling a spreadsheet for you, please try again in a couple of minutes',
  });
  api.mails.length = 0;
  while (await compile());
  expect((await request()).statusCode).toBe(204);
  await send();
  expect(api.mails.map(({ to }) => to).toSorted()).toEqual([other.email, owner.email].toSorted());
});

test('a process that is killed at any of its steps leaves a whole file, and each address gets one mail', async () => {
  const second = await addUser(api, owner);
  await run(sql`update email_addresses set verified_at = now()`);
  await sold('2026-06-13', { units: 7 });
  const log = api.ctx.log.child({}, { level: 'silent' });
  let step = 0;
  for (let isDead = true; isDead;) {
    step += 1;
    await request({ emailAddresses: [owner.email, second.email] });
    api.mails.length = 0;
    const process = mortalDb(api.worker, step);
    await compileSpreadsheets({ ...api.ctx, db: process.db, log }, signal).catch(ignoreDeath);
    isDead = process.isDead();
    api.clock.advance(minuteMs);
    while (await compile());
    await send();

    expect(api.mails.map(({ to }) => to).toSorted()).toEqual([owner.email, second.email].toSorted());
    const files = api.mails.map(({ files: [file] = [] }) => file?.content ?? Buffer.alloc(0));
    for (const file of files) expect(await rowsOf(file)).toHaveLength(15);
    const { rows } = await sql<{ claims: number }>`
      select count(distinct p.claimed_by)::int as claims
        from sales_spreadsheet_parts p
       group by p.spreadsheet_id`.execute(api.worker.global);
    expect(rows.every(({ claims }) => claims === 1)).toBe(true);
  }
  // The transactions are claiming, one part, and the ending.
  expect(step).toBe(4);
});

test('a process that loses its claim at any of its steps to another one adds nothing', async () => {
  let step = 0;
  for (let hasLost = true; hasLost;) {
    step += 1;
    await request();
    api.mails.length = 0;
    const others: boolean[] = [];
    const { db, count } = withHook(step, async () => {
      // The lease ends, so that another process compiles the whole file before this one continues.
      api.clock.advance(2 * minuteMs);
      others.push(await compile());
    });
    await compileSpreadsheets({ ...api.ctx, db }, signal);
    hasLost = count() >= step;
    await send();

    expect(api.mails).toHaveLength(1);
    expect(await rowsOf(api.mails[0]?.files?.[0]?.content ?? Buffer.alloc(0))).toHaveLength(15);
    expect(others).toEqual(hasLost ? [true] : []);
  }
  // The transactions are claiming, products, hours, one page, one part, and the ending.
  expect(step).toBe(7);
});

/** A database whose user does something else before its n-th transaction. */
function withHook(step: number, act: () => Promise<void>) {
  let count = 0;
  const before = async () => {
    count += 1;
    if (count === step) await act();
  };
  const db: Db = {
    ...api.worker,
    snapshot: async (tenantId, work) => before().then(() => api.worker.snapshot(tenantId, work)),
    tenant: async (tenantId, work) => before().then(() => api.worker.tenant(tenantId, work)),
  };
  return { db, count: () => count };
}

test('a process that is asked to stop hands the spreadsheet to the next one at once', async () => {
  await request();

  expect(await compileSpreadsheets({ ...api.ctx, db: api.worker }, AbortSignal.abort())).toBe(false);
  api.mails.length = 0;
  expect(await compile()).toBe(true);
  await send();

  expect(api.mails).toHaveLength(1);
  const { rows } = await sql`select s.attempts from sales_spreadsheets s`.execute(api.worker.global);
  expect(rows).toEqual([{ attempts: 1 }]);
});

test('a seller account that is deleted while its spreadsheet is compiled is in no file, and the rest is mailed', async () => {
  const shop = await buildProductOf(api.worker, owner);
  await sold('2026-06-02', { units: 3 });
  await request();
  const deleted: Db = {
    ...api.worker,
    async snapshot(tenantId, work) {
      const read = await api.worker.snapshot(tenantId, work);
      await run(sql`update seller_accounts set deleted_at = now() where seller_account_id = ${shop.sellerAccountId}`);
      return read;
    },
  };

  await compile(deleted);
  api.mails.length = 0;
  await send();
  expect(api.mails).toEqual([]);
  while (await compile());
  await send();

  expect(api.mails).toMatchObject([{ to: owner.email, files: [expect.anything()] }]);
  const { rows } = await run(sql`select seller_account_ids::text[] as ids from sales_spreadsheets`);
  expect(rows).toEqual([{ ids: [product.sellerAccountId] }]);
});

/** Requests a spreadsheet that cannot be compiled, until it is given up. */
async function giveUp(): Promise<void> {
  await request();
  api.mails.length = 0;
  const broken: Db = { ...api.worker, snapshot: () => Promise.reject(new Error('a bug')) };
  const log = api.ctx.log.child({}, { level: 'silent' });
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await compileSpreadsheets({ ...api.ctx, db: broken, log }, signal);
    api.clock.advance(minuteMs);
  }
  await send();
}

test('a spreadsheet that fails again and again is given up with a mail that says so', async () => {
  await giveUp();

  expect(api.mails.map(({ subject }) => subject)).toEqual(['Your sales spreadsheet could not be compiled']);
  expect((await request()).statusCode).toBe(204);
});

test('only verified addresses of the account are taken, and of another user only their own', async () => {
  const user = await addUser(api, owner);
  const toUser = { emailAddresses: [user.email] };

  expect((await request(toUser)).json()).toMatchObject({ code: 'addressUnverified' });
  await run(sql`update email_addresses set verified_at = now() where email = ${user.email}`);
  const refused = [
    await request({ emailAddresses: [owner.email, 'nobody@example.com'] }),
    await user.send(requestSalesSpreadsheet, { body: { ...june, emailAddresses: [owner.email] } }),
    await request({ emailAddresses: [] }),
  ];
  await run(sql`update email_addresses set stopped_at = now() where email = ${user.email}`);
  const stopped = await request(toUser);

  expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404, 400]);
  expect(stopped.json()).toMatchObject({ code: 'addressStopped' });
  expect(await compile()).toBe(false);
});

test('a user gets the seller accounts that the user may see, and nobody is sent one that is hidden from them', async () => {
  const hidden = await connected();
  await sold('2026-06-13', { units: 3, of: hidden });
  const user = await addUser(api, owner);
  await run(sql`
    update email_addresses
       set verified_at = now(), hidden_seller_account_ids = array[${hidden.sellerAccountId}::bigint]
     where email = ${user.email}`);

  const refused = await request({ emailAddresses: [owner.email, user.email] });
  const answer = await user.send(requestSalesSpreadsheet, { body: { ...june, emailAddresses: [user.email] } });
  api.mails.length = 0;
  while (await compile());
  await send();

  expect(refused.json()).toMatchObject({ code: 'addressLacksAccess' });
  expect(refused.json().message).toContain(user.email);
  expect(answer.statusCode).toBe(204);
  const rows = await rowsOf(api.mails[0]?.files?.[0]?.content ?? Buffer.alloc(0));
  expect(rows).toHaveLength(15);
  expect(rows.reduce((sum, row) => sum + numberOf(row['Units']), 0)).toBe(0);
});

test('an address that loses a right or its verification before the mail is sent does not get the file', async () => {
  for (const change of [
    sql`hidden_seller_account_ids = array[${product.sellerAccountId}::bigint]`,
    sql`hidden_seller_account_ids = '{}', verified_at = null`,
  ]) {
    await request();
    api.mails.length = 0;
    while (await compile());
    await run(sql`update email_addresses set ${change} where tenant_id = ${owner.tenantId}`);
    await send();

    expect(api.mails).toEqual([]);
  }
});

/** Has a file compiled that counts as too large for a mail, and returns the token of its link. */
async function linkOf(): Promise<string> {
  await request();
  api.mails.length = 0;
  while (await compile());
  await sql`update sales_spreadsheets set byte_count = 7000001`.execute(api.worker.global);
  await send();
  const [mail] = api.mails;
  expect(mail?.files).toBeUndefined();
  await sql`
    update sales_spreadsheets s
       set byte_count = (select sum(length(p.bytes)) from sales_spreadsheet_parts p
                          where p.tenant_id = s.tenant_id and p.spreadsheet_id = s.spreadsheet_id)`.execute(
    api.worker.global,
  );
  return /\/SALES\/file\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

test('a file that is too large for a mail has a link, which needs no login and lasts seven days', async () => {
  const token = await linkOf();
  const anybody = api.browser();

  const file = await anybody.send(downloadSalesSpreadsheet, { query: { token } });
  api.clock.advance(7 * dayMs - hourMs);
  const late = await anybody.send(downloadSalesSpreadsheet, { query: { token } });
  api.clock.advance(hourMs);
  const tooLate = await anybody.send(downloadSalesSpreadsheet, { query: { token } });
  const forged = await anybody.send(downloadSalesSpreadsheet, { query: { token: `${token}x` } });

  expect([file.statusCode, late.statusCode]).toEqual([200, 200]);
  expect(file.headers['content-disposition']).toBe('attachment; filename="sales-2026-06-01-to-2026-06-15.xlsx"');
  expect(await rowsOf(file.rawPayload)).toHaveLength(15);
  expect([tooLate.json().code, forged.json().code]).toEqual(['mailLinkExpired', 'mailLinkExpired']);
  await forgetSpreadsheets(api.worker.global, api.clock.now());
  const { rows } = await sql`select 1 from sales_spreadsheet_parts`.execute(api.worker.global);
  expect(rows).toEqual([]);
});

test.each([
  ['an address without access', 'addressLacksAccess', sql`hidden_seller_account_ids`],
  ['an address that is not confirmed any more', 'spreadsheetGone', sql`verified_at`],
])('the link of %s is refused', async (_what, code, column) => {
  const token = await linkOf();
  const value = code === 'spreadsheetGone' ? sql`null` : sql`array[${product.sellerAccountId}::bigint]`;
  await run(sql`update email_addresses set ${column} = ${value} where tenant_id = ${owner.tenantId}`);

  expect((await api.browser().send(downloadSalesSpreadsheet, { query: { token } })).json()).toMatchObject({ code });
});

test('an account keeps its ten newest files', async () => {
  const token = await linkOf();
  for (let file = 2; file <= 10; file += 1) await receive();
  const kept = await api.browser().send(downloadSalesSpreadsheet, { query: { token } });

  await receive();

  const gone = await api.browser().send(downloadSalesSpreadsheet, { query: { token } });
  expect([kept.statusCode, gone.json().code]).toEqual([200, 'spreadsheetGone']);
});

test('spreadsheets that could not be compiled do not take the place of a file that is kept', async () => {
  const token = await linkOf();
  for (let file = 2; file <= 10; file += 1) await receive();

  await giveUp();

  expect((await api.browser().send(downloadSalesSpreadsheet, { query: { token } })).statusCode).toBe(200);
});

test('the mail with a link says by what else than its days the file ends', async () => {
  await linkOf();

  expect(api.mails.at(-1)?.text).toContain(
    'The link works until 2026-06-22, or until 10 later spreadsheets of your account are compiled',
  );
});

test('a browser whose link is out of date is shown a page that leads to a new request', async () => {
  const { statusCode, headers, body } = await api.app.inject({
    url: `${downloadSalesSpreadsheet.path}?token=unknown`,
    headers: { accept: 'text/html,application/xhtml+xml' },
  });

  expect([statusCode, headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
  expect(body).toContain('This link is out of date. Please request the spreadsheet again in Watchpost');
  expect(body).toContain('/settings#spreadsheet');
});

test.each([
  [{ rangeDateTo: null }, 'Please select start and end date'],
  [{ rangeDateFrom: '2026-06-16' }, 'The range begins after today'],
  [{ rangeDateFrom: '2026-06-15', rangeDateTo: '2026-06-14' }, 'The range ends before it begins'],
  [{ rangeDateFrom: '2024-06-01' }, 'A range can have 731 days at most'],
  [{ rangeDateFrom: '1999-06-01' }, 'Dates are written as YYYY-MM-DD'],
  [{ lookbackDays: 0 }, 'Expecting a number of days, or -1 for two dates'],
])('a wrong range is refused: %j', async (changes, text) => {
  const answer = await request(changes);

  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(text)]);
});

test('the preview shows the first rows, of 120 days at most and from 60 days before the sign-up on', async () => {
  await sold('2026-06-13', { units: 7 });
  await run(sql`update tenants set created_at = '2026-06-01T12:00Z' where tenant_id = ${owner.tenantId}`);
  const { productId } = product;
  const preview = (query: object) => owner.call(previewSalesSpreadsheet, { query: { productId, ...query } });

  const short = await preview({ lookbackDays: 3 });
  const long = await preview({ lookbackDays: 700 });
  const early = await preview({ ...june, rangeDateFrom: '2026-01-01', rangeDateTo: '2026-02-01' });

  expect(short.columns.map(({ header }) => header)).toEqual(salesColumns.map(({ header }) => header));
  expect(short.rows.map((row) => [row[4], row[5]])).toEqual([
    ['2026-06-13', 7],
    ['2026-06-14', 0],
    ['2026-06-15', 0],
  ]);
  expect([long.rows.length, long.rows[0]?.[4]]).toEqual([10, '2026-04-03']);
  expect(early.rows).toEqual([]);
});
