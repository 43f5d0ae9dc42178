import { sql } from 'kysely';
import { pino, type Logger } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dayMs, hourMs, minuteMs } from '@app/shared/base/time.ts';
import { googleSheetsAuthorizationUrl, googleSheetsStatus } from '@app/shared/contract/google-sheets.ts';
import { authorizations, revokeAuthorization } from '@app/shared/contract/sellers.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { startStandIn } from '../../../../scripts/processes/stand-in.ts';
import { ownersPassword, testApi, type Owner } from '../../../testing/http/api.ts';
import { listEvents, subscribeHook } from '../../../testing/mails/account-events.ts';
import { sendMessages } from '../../../testing/mails/send-messages.ts';
import type { SheetsClient } from '../../external/google/sheets-client.ts';
import { failuresUntilError } from '../connections/standing.ts';
import { tellOfBreaks } from '../connections/tell-of-breaks.ts';
import { pushDueSheets } from './push-due-sheets.ts';
import { tabs, type TabId } from './content/tabs.ts';

const standIn = await startStandIn({ speedup: 1000 });
afterAll(() => standIn.stop());
const googleVariables = Object.entries(standIn.environment).filter(([name]) => name.startsWith('GOOGLE_'));
/** The stand-in sends browsers back to addresses of this machine only. */
const api = testApi({
  environment: { ...Object.fromEntries(googleVariables), PUBLIC_URL: 'http://127.0.0.1:4000' },
});
let owner: Owner;
let sellerAccountId: string;
let tests = 0;
/** The Google account of all tests; each test has its own spreadsheet in this account. */
const email = 'sheets@brightkeel.example';

const spreadsheets = z.array(
  z.object({
    spreadsheetId: z.string(),
    owner: z.string(),
    title: z.string(),
    tabs: z.array(
      z.object({
        sheetId: z.int(),
        title: z.string(),
        rowCount: z.int(),
        columnCount: z.int(),
        frozenRowCount: z.int(),
        rows: z.array(z.array(z.nullable(z.union([z.string(), z.number(), z.boolean()])))),
      }),
    ),
  }),
);

beforeEach(async () => {
  await standIn.control('POST', '/sandbox/google', { type: 'requestsFail', of: 'sheets', answer: 503, count: 0 });
  // The work of a test does not include the connections of the tests before it.
  await sql`delete from connections`.execute(api.worker.global);
  owner = await api.owner();
  // The spreadsheets of all tests belong to one Google account, where they are told apart by their names.
  tests += 1;
  await sql`update tenants set company_name = ${`Brightkeel's ${tests}`} where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
  sellerAccountId = await idOf(sql`
    insert into seller_accounts (
      tenant_id, selling_partner_id, region, name, refresh_token, token_last6, created_at, authorized_at, version
    )
    values (${owner.tenantId}, 'A1SELLER', 'NA', 'Brightkeel US', 'k1.x', 'x', ${api.clock.now()}, ${api.clock.now()}, 1)
    returning seller_account_id as id`);
  await addProduct('B0KETTLE01', 'Kettle');
});

const idOf = async (statement: ReturnType<typeof sql>): Promise<string> => {
  const { rows } = await statement.execute(api.worker.global);
  return z.object({ id: z.string() }).parse(rows[0]).id;
};
const addProduct = (asin: string, name: string): Promise<string> =>
  idOf(sql`
    insert into products (
      tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at, price_cents,
      currency, in_stock_qty
    )
    values (${owner.tenantId}, ${sellerAccountId}, 'US', ${asin}, ${name}, true, true, 1, ${api.clock.now()}, 3490, 'USD', 7)
    returning product_id as id`);
const rename = (name: string) =>
  sql`update products set name = ${name} where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

interface Decision {
  readonly account?: string;
  readonly drive?: string;
  readonly decision?: string;
}

/** Gives the consent on Google's page and returns the page of the product that the browser ends at. */
async function consent({ account = email, drive = 'on', decision = 'continue' }: Decision = {}): Promise<string> {
  await owner.call(provePassword, { body: { password: ownersPassword } });
  const { authorizationUrl } = await owner.call(googleSheetsAuthorizationUrl);
  expect((await fetch(authorizationUrl)).status).toBe(200);
  const url = new URL(authorizationUrl);
  const body = new URLSearchParams(url.searchParams);
  body.set('account', account);
  body.set('decision', decision);
  if (drive) body.set('drive', drive);
  const answer = await fetch(`${url.origin}${url.pathname}`, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  const { headers } = await owner.request({ method: 'GET', url: `${back.pathname}${back.search}` });
  return String(headers.location);
}

interface WorkOptions {
  readonly signal?: AbortSignal;
  readonly mostMs?: number;
  readonly log?: Logger;
}

const work = async (options: WorkOptions = {}): Promise<void> => {
  const { google } = api.ctx;
  if (!google) throw new Error('The stand-in is configured as Google');
  await pushDueSheets({ ...api.ctx, db: api.worker, google, ...options });
};
const anHourLater = async (): Promise<void> => {
  api.clock.advance(hourMs + minuteMs);
  await work();
};
const status = () => owner.call(googleSheetsStatus);
const happen = (event: object) => standIn.control('POST', '/sandbox/google', event);
const fileNow = async () => {
  const { spreadsheetId } = await status();
  const all = spreadsheets.parse(await standIn.control('GET', '/sandbox/google'));
  const file = all.find((one) => one.spreadsheetId === spreadsheetId);
  if (!file || spreadsheetId === null) throw new Error('There is no spreadsheet');
  return file;
};
const sheetIdOf = (id: TabId): number => tabs.find((tab) => tab.id === id)?.sheetId ?? 0;
const tabNow = async (id: TabId) => {
  const tab = (await fileNow()).tabs.find(({ sheetId }) => sheetId === sheetIdOf(id));
  if (!tab) throw new Error(`There is no tab ${id}`);
  return tab;
};
const rowsOf = async (id: TabId) => (await tabNow(id)).rows.slice(2);
const names = async () => (await rowsOf('products')).map((row) => row[3]);

async function connect(): Promise<void> {
  expect(await consent()).toBe('/settings?connectedTo=googleSheets');
  await work();
}

test('before anything is connected the status says so', async () => {
  expect(await status()).toMatchObject({
    enabled: false,
    email: null,
    spreadsheetId: null,
    connectionError: null,
    available: true,
    connection: null,
  });
});

test('after the consent the e-mail is pending until the first rows are written into a spreadsheet of ours', async () => {
  expect(await consent()).toBe('/settings?connectedTo=googleSheets');
  expect(await status()).toMatchObject({ enabled: true, email: 'pending', connection: { state: 'pending' } });

  await work();

  expect(await status()).toMatchObject({
    enabled: true,
    email,
    spreadsheetId: expect.any(String),
    connectionError: null,
    connection: { state: 'connected', lastSuccessAt: api.clock.now().getTime() / 1000 },
  });
  const { title, tabs: written } = await fileNow();
  expect(title).toBe(`Watchpost: Brightkeel's ${tests}`);
  expect(written.map((tab) => tab.title)).toEqual([
    'Products',
    'Alerts (30 days)',
    'Sales by day',
    'Stock',
    'Freshness',
  ]);
  expect(await rowsOf('products')).toEqual([
    ['US', 'B0KETTLE01', 'Brightkeel US', 'Kettle', '', 34.9, 'USD', '', '', '', '', 0, 0],
  ]);
  expect(await rowsOf('stock')).toEqual([['US', 'B0KETTLE01', 'Brightkeel US', 'Kettle', 7, '', '', '']]);
});

const text = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ');

test('the header stays in view and says when the tab was updated and when its source was read', async () => {
  const checkedAt = new Date(api.clock.now().getTime() - 5 * minuteMs);
  await sql`
    insert into sweeps (tenant_id, seller_account_id, marketplace, source, due_at, confirmed_at)
    values (${owner.tenantId}, ${sellerAccountId}, 'US', 'catalog-items', ${checkedAt}, ${checkedAt})`.execute(
    api.worker.global,
  );
  await connect();

  const { rows, frozenRowCount, rowCount } = await tabNow('products');
  expect(rows[0]?.[0]).toBe(`Updated ${text(api.clock.now())}, source ${text(checkedAt)} (UTC)`);
  expect(rows[1]?.slice(0, 4)).toEqual(['Marketplace', 'ASIN', 'Seller', 'Name']);
  expect({ frozenRowCount, rowCount }).toEqual({ frozenRowCount: 2, rowCount: 3 });
  expect(await rowsOf('freshness')).toEqual([
    ['Brightkeel US', 'US', 'catalog-items', expect.any(String), text(checkedAt), expect.any(Number), 'no'],
  ]);
});

test('alerts of the last 30 days stand in the sheet, newest first', async () => {
  const productId = await addProduct('B0PAN00001', 'Pan');
  const alert = (message: string, daysAgo: number, isSilent = false) =>
    sql`
      insert into flips (
        tenant_id, at, item_id, revision, product_id, type, from_status, to_status, colour, message, evidence, is_silent
      )
      values (${owner.tenantId}, ${new Date(api.clock.now().getTime() - daysAgo * dayMs)}, ${message}, 1, ${productId},
              'lostBuybox', 0, 2, 'RED', ${message}, '[]', ${isSilent})`.execute(api.worker.global);
  await alert('older', 3);
  await alert('newer', 1);
  await alert('unspoken', 1, true);
  await alert('too old', 31);
  await connect();

  expect((await rowsOf('alerts')).map((row) => [row[1], row[4], row[7]])).toEqual([
    ['Alert', 'B0PAN00001', 'newer'],
    ['Alert', 'B0PAN00001', 'older'],
  ]);
});

test('issues that are done, and kinds that the dashboard does not count, are not counted', async () => {
  const productId = await addProduct('B0PAN00001', 'Pan');
  const addAlert = (type: string, issue = 0) =>
    sql`
      insert into items (tenant_id, item_id, product_id, type, status, issue_status, revision, changed_at, version)
      values (${owner.tenantId}, ${`${type}-${productId}`}, ${productId}, ${type}, 2, ${issue}, 1, now(), 1)`.execute(
      api.worker.global,
    );
  await addAlert('price');
  await addAlert('imageMissing', 3);
  await addAlert('bestSellerBadge');
  await addAlert('prime');
  await sql`
    update tenants
       set suppressed_types = '{bestSellerBadge}', group_statuses = '{"prime":20}'
     where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  await connect();

  const pan = (await rowsOf('products')).find((cells) => cells.includes('B0PAN00001'));
  expect(pan?.slice(-2)).toEqual([1, 0]);
});

test('the grid is cut to the rows, and fewer rows leave nothing behind', async () => {
  const productId = await addProduct('B0PAN00001', 'Pan');
  await connect();
  expect(await names()).toEqual(['Kettle', 'Pan']);

  await sql`update products set is_tracked = false where tenant_id = ${owner.tenantId} and product_id = ${productId}`.execute(
    api.worker.global,
  );
  await anHourLater();
  expect([await names(), (await tabNow('products')).rowCount]).toEqual([['Kettle'], 3]);

  await sql`update products set is_tracked = false where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  await anHourLater();
  expect(await names()).toEqual(['']);
});

test('texts stay texts: no formula, no cell that Google refuses', async () => {
  await rename(`=IMPORTXML("http://evil.example","//a")`);
  await connect();
  expect(await names()).toEqual([`=IMPORTXML("http://evil.example","//a")`]);

  await rename('x'.repeat(60_000));
  await anHourLater();
  expect(await names()).toEqual(['x'.repeat(50_000)]);
});

test('a catalogue of several megabytes is written in slices', async () => {
  await sql`
    insert into products (tenant_id, seller_account_id, marketplace, asin, name, is_active, is_tracked, version, created_at)
    select ${owner.tenantId}, ${sellerAccountId}, 'US', 'B1' || lpad(n::text, 8, '0'), repeat('ü', 1000), true, true, 1,
           ${api.clock.now()}
      from generate_series(1, 2500) n
    returning 1`.execute(api.worker.global);

  await connect();

  expect(await names()).toHaveLength(2501);
  expect((await rowsOf('stock')).at(-1)?.[1]).toBe('B100002500');
});

test('rows are written again only where they changed', async () => {
  await connect();
  const file = await fileNow();
  await anHourLater();
  expect((await status()).connection?.lastSuccessAt).toBe(api.clock.now().getTime() / 1000);
  expect(await fileNow()).toEqual(file);

  await rename('Teapot');
  await anHourLater();
  expect(await names()).toEqual(['Teapot']);
});

test('renamed tabs are found, deleted ones are made anew, and tabs of the user are left alone', async () => {
  await connect();
  const { spreadsheetId } = await fileNow();
  await happen({ type: 'tabRenamed', spreadsheetId, sheetId: sheetIdOf('products'), title: "Tom's list" });
  await happen({ type: 'tabDeleted', spreadsheetId, sheetId: sheetIdOf('stock') });
  await happen({ type: 'tabAdded', spreadsheetId, sheetId: 7, title: 'stock' });
  await rename('Teapot');

  await anHourLater();

  expect((await fileNow()).tabs.map(({ title }) => title)).toEqual([
    "Tom's list",
    'Alerts (30 days)',
    'Sales by day',
    'Freshness',
    'stock',
    'Stock (Watchpost)',
  ]);
  expect(await names()).toEqual(['Teapot']);
  expect((await rowsOf('stock'))[0]?.[3]).toBe('Teapot');
  expect((await fileNow()).tabs.find(({ sheetId }) => sheetId === 7)?.rows).toEqual([]);
});

test('a column that the user has deleted comes back, and does not hold up the other tabs', async () => {
  await connect();
  const { spreadsheetId } = await fileNow();
  const stock = await rowsOf('stock');
  await happen({ type: 'columnDeleted', spreadsheetId, sheetId: sheetIdOf('stock'), column: 2 });
  await sql`update products set price_cents = 3590 where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

  await anHourLater();

  expect(await rowsOf('stock')).toEqual(stock);
  expect((await tabNow('stock')).rows[1]).toEqual(tabs.find(({ id }) => id === 'stock')?.columns);
  expect((await rowsOf('products')).map((row) => row[5])).toEqual([35.9]);
});

test.each([1, 2, 3, 4, 5])(
  'after a push that dies behind its step %i the sheet ends equal to the database',
  async (passed) => {
    await connect();
    await rename('Teapot');
    // All attempts of the next request fail.
    await happen({ type: 'requestsFail', of: 'sheets', answer: 503, count: 4, after: passed });
    await anHourLater();
    expect((await status()).connection?.lastSuccessAt).toBeLessThan(api.clock.now().getTime() / 1000);

    // The database is again as it was at the last success.
    await rename('Kettle');
    await anHourLater();

    expect(await names()).toEqual(['Kettle']);
    expect((await rowsOf('stock')).map((row) => row[3])).toEqual(['Kettle']);
  },
);

test('a process that is to stop gives its push back, and another one does it at once', async () => {
  await connect();
  await rename('Teapot');
  api.clock.advance(hourMs + minuteMs);
  await work({ signal: AbortSignal.abort() });
  expect(await names()).toEqual(['Kettle']);

  await work();

  expect(await names()).toEqual(['Teapot']);
});

test('a spreadsheet that does not answer is given up in time, the next account has its turn, and it is tried again', async () => {
  await connect();
  await rename('Teapot');
  const silent = await fileNow();
  const slow = owner;
  api.clock.advance(minuteMs);
  owner = await api.owner();
  await connect();
  const before = (await status()).connection?.lastSuccessAt;
  api.clock.advance(hourMs + minuteMs);
  await happen({ type: 'requestsFail', of: 'sheets', answer: 'silence', count: 1 });

  // The time limit is the same for the next account's spreadsheet and is long enough for it on a busy machine.
  await work({ mostMs: 5000 });

  expect((await status()).connection?.lastSuccessAt).toBeGreaterThan(before ?? 0);
  owner = slow;
  const waiting = await status();
  expect(waiting.connection).toMatchObject({ state: 'connected', nextTryAt: expect.any(Number) });
  expect(await fileNow()).toEqual(silent);
  await anHourLater();
  expect(await names()).toEqual(['Teapot']);
});

const countFiles = async () => spreadsheets.parse(await standIn.control('GET', '/sandbox/google')).length;

test('a spreadsheet whose creation failed is created by the next push, once', async () => {
  const before = await countFiles();
  await happen({ type: 'requestsFail', of: 'sheets', answer: 503, count: 1 });
  await connect();
  expect(await status()).toMatchObject({ email: 'pending', spreadsheetId: null });

  await anHourLater();

  expect(await status()).toMatchObject({ email, connection: { state: 'connected' } });
  expect(await countFiles()).toBe(before + 1);
});

test('a spreadsheet whose id was lost on the way is taken by the next push, so that no unused file stays', async () => {
  const before = await countFiles();
  await happen({ type: 'requestsFail', of: 'sheets', answer: 'lost', count: 1 });
  await connect();
  expect([await countFiles(), (await status()).spreadsheetId]).toEqual([before + 1, null]);

  await anHourLater();

  expect(await status()).toMatchObject({ email, connection: { state: 'connected' } });
  expect([await countFiles(), await names()]).toEqual([before + 1, ['Kettle']]);
});

test('a spreadsheet that a process made and died is taken by the next push, too', async () => {
  await connect();
  const { spreadsheetId } = await fileNow();
  await forgetId();

  await anHourLater();

  expect(await status()).toMatchObject({ spreadsheetId });
});

/** The database is as after a process that died before it had stored the id. */
const forgetId = () => sql`update google_sheets set spreadsheet_id = null`.execute(api.worker.global);

test('a spreadsheet of another tenant is not taken, though it has the same name and Google account', async () => {
  await connect();
  const { spreadsheetId } = await fileNow();
  const { rows } = await sql<{ name: string }>`
    select company_name as name from tenants where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  const [first] = [owner];
  owner = await api.owner();
  await sql`update tenants set company_name = ${rows[0]?.name} where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );
  await connect();

  expect((await fileNow()).spreadsheetId).not.toBe(spreadsheetId);
  expect((await first.call(googleSheetsStatus)).spreadsheetId).toBe(spreadsheetId);
});

test('an application that Google refuses keeps the spreadsheet of its users, and tries again', async () => {
  await connect();
  const { spreadsheetId } = await fileNow();
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => errors.push(line) });
  for (const answer of ['SERVICE_DISABLED', 'RATE_LIMIT_EXCEEDED']) {
    await rename(answer);
    await happen({ type: 'requestsFail', of: 'sheets', answer, count: 1 });
    api.clock.advance(hourMs + minuteMs);
    await work({ log });
    expect(await status()).toMatchObject({ spreadsheetId, connection: { nextTryAt: expect.any(Number) } });

    await anHourLater();
    expect(await names()).toEqual([answer]);
  }
  // Only the disabled service is an error in the log, because the operator has to enable it.
  expect(errors).toHaveLength(1);
});

test('a protected tab is an error that says so, and is written once it may be edited', async () => {
  await connect();
  const { spreadsheetId } = await fileNow();
  await happen({ type: 'tabsProtected', spreadsheetId, sheetIds: [sheetIdOf('products')] });
  await rename('Pot');
  for (let tries = 0; tries < failuresUntilError; tries += 1) await anHourLater();
  expect(await names()).toEqual(['Kettle']);
  expect(await status()).toMatchObject({ connectionError: expect.stringContaining('protected cell') });

  await happen({ type: 'tabsProtected', spreadsheetId, sheetIds: [] });
  await anHourLater();
  expect(await names()).toEqual(['Pot']);
  expect(await status()).toMatchObject({ connectionError: null });
});

test('a deleted file is an error, and the next consent makes a new one', async () => {
  await connect();
  const { spreadsheetId } = await fileNow();
  await happen({ type: 'fileDeleted', spreadsheetId });
  await anHourLater();
  expect(await status()).toMatchObject({
    connectionError: expect.stringContaining('deleted'),
    connection: { state: 'error', nextTryAt: null },
  });

  await connect();

  expect((await fileNow()).spreadsheetId).not.toBe(spreadsheetId);
  expect(await status()).toMatchObject({ connectionError: null, connection: { state: 'connected' } });
});

test('a spreadsheet in the bin is an error, and out of it its rows are written again', async () => {
  await connect();
  const { spreadsheetId } = await fileNow();
  await happen({ type: 'fileBinned', spreadsheetId, isInBin: true });
  await rename('Pot');
  for (let tries = 0; tries < 6; tries += 1) await anHourLater();
  expect(await names()).toEqual(['Kettle']);
  expect(await status()).toMatchObject({
    spreadsheetId,
    connectionError: expect.stringContaining('in the bin'),
    connection: { state: 'error', nextTryAt: expect.any(Number) },
  });

  await happen({ type: 'fileBinned', spreadsheetId, isInBin: false });
  await anHourLater();

  expect(await names()).toEqual(['Pot']);
  expect(await status()).toMatchObject({ connectionError: null, connection: { state: 'connected' } });
});

test('the same account keeps its spreadsheet when it connects again, and another account gets one of its own', async () => {
  await connect();
  const { spreadsheetId } = await fileNow();
  await connect();
  expect((await fileNow()).spreadsheetId).toBe(spreadsheetId);

  await consent({ account: 'books@brightkeel.example' });
  await work();

  expect((await fileNow()).spreadsheetId).not.toBe(spreadsheetId);
  expect((await fileNow()).owner).toBe('books@brightkeel.example');
});

/** Pushes the due sheets with a client of which some calls are replaced. */
async function workWith(replace: (sheets: SheetsClient) => Partial<SheetsClient>): Promise<void> {
  const { google } = api.ctx;
  if (!google) throw new Error('The stand-in is configured as Google');
  const sheets = { ...google.sheets, ...replace(google.sheets) };
  await pushDueSheets({ ...api.ctx, db: api.worker, google: { ...google, sheets } });
}

const otherEmail = 'books@brightkeel.example';

test.each([
  ['before', 'answers'],
  ['after', 'has answered'],
] as const)(
  'a push says nothing about the account that its owner connects just %s Google %s its last request',
  async (...[when]) => {
    await connect();
    await rename('Teapot');
    api.clock.advance(hourMs + minuteMs);
    let requests = 0;

    await workWith(({ changeStructure }) => ({
      async changeStructure(...call) {
        requests += 1;
        if (requests === 2 && when === 'before') await consent({ account: otherEmail });
        await changeStructure(...call);
        if (requests === 2 && when === 'after') await consent({ account: otherEmail });
      },
    }));

    const pending = { email: 'pending', spreadsheetId: null, connectionError: null, connection: { state: 'pending' } };
    expect(await status()).toMatchObject(pending);
    await work();
    expect(await status()).toMatchObject({ email: otherEmail, connection: { state: 'connected' } });
    expect(await names()).toEqual(['Teapot']);
  },
);

test('a spreadsheet is not kept for another account that the owner connects while it is created', async () => {
  await consent();
  await workWith(({ createSpreadsheet }) => ({
    async createSpreadsheet(...call) {
      const created = await createSpreadsheet(...call);
      await consent({ account: otherEmail });
      return created;
    },
  }));

  await work();

  expect(await status()).toMatchObject({ email: otherEmail, connection: { state: 'connected' } });
  expect((await fileNow()).owner).toBe(otherEmail);
});

test('an access that was taken back is shown, mailed once and ends the work until the owner connects again', async () => {
  await connect();
  await subscribeHook(api, owner, 'connectionBroken');
  await happen({ type: 'accessRevoked', email });
  await anHourLater();
  await anHourLater();

  for (let turn = 0; turn < 2; turn += 1) {
    await tellOfBreaks({ ...api.ctx, db: api.worker });
    await sendMessages({ ...api.ctx, db: api.worker });
  }
  expect(await status()).toMatchObject({
    enabled: true,
    email,
    connectionError: expect.stringContaining('connect again'),
    connection: { state: 'error', nextTryAt: null },
  });
  const subject = 'The connection to Google Sheets does not work';
  expect(api.mails.filter((mail) => mail.to === owner.email && mail.subject === subject)).toHaveLength(1);
  const event = {
    kind: 'connectionBroken',
    subject: 'Google Sheets',
    reason: expect.stringContaining('connect again'),
  };
  expect(await listEvents(api, owner)).toEqual([event]);

  await connect();
  expect(await status()).toMatchObject({ connectionError: null, connection: { state: 'connected' } });
});

test('a token that Google does not know any more is refreshed in the middle of a push', async () => {
  await connect();
  await happen({ type: 'accessExpired' });
  await rename('Teapot');
  api.clock.advance(59 * minuteMs);
  await sql`update connections set next_try_at = ${api.clock.now()}, access_expires_at = ${new Date(api.clock.now().getTime() + hourMs)}
             where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  await work();

  expect(await names()).toEqual(['Teapot']);
});

test.each([429, 503])('status %i backs off, shows as an error only when it lasts, and passes', async (answer) => {
  await connect();
  await happen({ type: 'requestsFail', of: 'sheets', answer, count: 1000 });
  for (let failure = 1; failure < failuresUntilError; failure += 1) await anHourLater();
  expect((await status()).connection).toMatchObject({ state: 'connected', nextTryAt: expect.any(Number) });
  await anHourLater();
  expect((await status()).connection).toMatchObject({ state: 'error', nextTryAt: expect.any(Number) });

  await happen({ type: 'requestsFail', of: 'sheets', answer, count: 0 });
  await anHourLater();

  expect((await status()).connection).toMatchObject({ state: 'connected' });
});

test('a consent that was denied or half ticked connects nothing', async () => {
  expect(await consent({ decision: 'cancel' })).toContain('connectionError=connectionDenied');
  expect(await consent({ drive: '' })).toContain('connectionError=connectionIncomplete');
  expect(await status()).toMatchObject({ enabled: false });
});

test('revoking the application ends the access at Google, forgets the tokens and leaves the spreadsheet to its user', async () => {
  await connect();
  const { spreadsheetId } = await fileNow();
  const listed = (await owner.call(authorizations)).authorizations;
  expect(listed).toMatchObject([{ name: 'Google Sheets' }]);
  expect((await status()).authorizationId).toBe(listed[0]?.id);

  await owner.call(revokeAuthorization, { params: { id: listed[0]?.id ?? '' } });

  expect(await status()).toMatchObject({ enabled: false, spreadsheetId: null });
  expect((await owner.call(authorizations)).authorizations).toEqual([]);
  await work();
  const kept = await sql`select 1 from connections c where c.tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  expect(kept.rows).toEqual([]);
  const all = spreadsheets.parse(await standIn.control('GET', '/sandbox/google'));
  expect(all.map((file) => file.spreadsheetId)).toContain(spreadsheetId);
});

/** Ends the connection in the list of applications, and returns how often the worker takes our access back at Google. */
async function countRevocations(of: Owner): Promise<number> {
  for (const { id } of (await of.call(authorizations)).authorizations) {
    await of.call(revokeAuthorization, { params: { id } });
  }
  const { google } = api.ctx;
  if (!google) throw new Error('The stand-in is configured as Google');
  let count = 0;
  const revoke = (token: string): Promise<void> => {
    count += 1;
    return google.oauth.revoke(token);
  };
  await pushDueSheets({ ...api.ctx, db: api.worker, google: { ...google, oauth: { ...google.oauth, revoke } } });
  return count;
}

test('an account that disconnects does not end the access of another account with the same Google account', async () => {
  const first = owner;
  await connect();
  owner = await api.owner();
  await connect();

  expect(await countRevocations(first)).toBe(0);
  await anHourLater();
  expect(await status()).toMatchObject({ email, connection: { state: 'connected' } });
  const kept = await sql`select 1 from connections c where c.tenant_id = ${first.tenantId}`.execute(api.worker.global);
  expect(kept.rows).toEqual([]);

  expect(await countRevocations(owner)).toBe(1);
});

test('the access is taken back also after the service of the tenant was turned off', async () => {
  await connect();
  await sql`update tenants set is_served = false where tenant_id = ${owner.tenantId}`.execute(api.worker.global);

  expect(await countRevocations(owner)).toBe(1);
});

test('a Google account with another address than before is the same account, and connecting it again works', async () => {
  await connect();
  const { spreadsheetId } = await status();
  await sql`update connections set label = 'former@brightkeel.example' where tenant_id = ${owner.tenantId}`.execute(
    api.worker.global,
  );

  await consent();
  await anHourLater();

  expect(await status()).toMatchObject({ email, spreadsheetId, connection: { state: 'connected' } });
});

test('no spreadsheet is created or written while the service of the tenant is off', async () => {
  await consent();
  await sql`update tenants set is_served = false where tenant_id = ${owner.tenantId}`.execute(api.worker.global);
  await anHourLater();

  expect(await status()).toMatchObject({ email: 'pending', spreadsheetId: null });
});
