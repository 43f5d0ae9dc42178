import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { downloadExport, requestExport } from '@app/shared/contract/tenant-data.ts';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { withClient } from '../../../../../scripts/postgres/database.ts';
import { populate, type PopulatedTenant } from '../../../../testing/database/populate.ts';
import { listTables } from '../../../../testing/database/tables.ts';
import { ownersPassword, testApi, type Owner } from '../../../../testing/http/api.ts';
import { globalTables } from '../../../lib/db/access.ts';
import type { Db } from '../../../lib/db/db.ts';
import { exportedTables, withheldTables } from './exported-tables.ts';
import { readPage, readShape } from './export-queries.ts';
import { openArchive } from './tenant-archive.ts';

const api = testApi();
let owner: Owner;
let other: Owner;
let tenant: PopulatedTenant;

beforeAll(async () => {
  owner = await api.owner();
  other = await api.owner();
  const asSuperuser = <T>(work: Parameters<typeof withClient<T>>[1]) => withClient(api.database.superuserUrl, work);
  tenant = await asSuperuser((client) => populate(client, { tenantId: owner.tenantId, marker: 'MARKERA' }));
  await asSuperuser((client) => populate(client, { tenantId: other.tenantId, marker: 'MARKERB' }));
});

/** Downloads the archive and returns the text of its files by name. */
async function download(): Promise<ReadonlyMap<string, string>> {
  const { exportId } = await owner.call(requestExport);
  const { statusCode, headers, rawPayload } = await owner.send(downloadExport, { params: { exportId } });
  expect(statusCode).toBe(200);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="watchpost-data-\d{4}-\d\d-\d\d\.zip"$/);
  const zip = await fromBufferPromise(rawPayload);
  const texts = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    texts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'));
  }
  await expect.poll(isClaimed).toBe(false);
  return texts;
}

/** The claim of a download ends a moment after its last byte. */
async function isClaimed(): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tenant_exports where tenant_id = ${owner.tenantId} and claimed_until > ${api.clock.now()}`.execute(
    api.worker.global,
  );
  return rows.length > 0;
}

const rowsOf = (text: string | undefined): readonly Record<string, unknown>[] =>
  (text ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('every table of tenants is exported or has a reason not to be', async () => {
  const tables = await withClient(api.database.superuserUrl, listTables);
  const ofTenants = tables.filter((name) => !globalTables.some((global) => global === name));

  expect([...Object.keys(exportedTables), ...Object.keys(withheldTables)].toSorted()).toEqual(ofTenants.toSorted());
});

test('the owner exports every row of the tenant and none of another', async () => {
  const files = await download();

  for (const table of Object.keys(exportedTables)) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where tenant_id = ${owner.tenantId}`.execute(
      api.worker.global,
    );
    expect([table, rowsOf(files.get(`${table}.jsonl`)).length]).toEqual([table, rows[0]?.count]);
    expect(files.get('README.txt')).toContain(`${table}.jsonl`);
  }
  expect(rowsOf(files.get('products.jsonl'))).toContainEqual(
    expect.objectContaining({ product_id: Number(tenant.productId), name: 'Kettle MARKERA' }),
  );
  expect([...files.values()].join('\n')).not.toContain('MARKERB');
});

test('secrets, hashes and tokens are never part of it', async () => {
  await owner.createToken();
  const text = [...(await download()).values()].join('\n');

  // Encrypted values, hashes of passwords, and hashes of 256 bits as sessions and tokens have them.
  expect(text).not.toMatch(/"k1\.|\$argon2|"[\w-]{43}"/);
  expect(text).not.toContain('session-of-MARKERA');
});

test('the password has to be given once more before it', async () => {
  api.clock.advance(16 * minuteMs);
  expect((await owner.send(requestExport)).statusCode).toBe(403);

  await owner.call(provePassword, { body: { password: ownersPassword } });
  expect((await download()).size).toBe(Object.keys(exportedTables).length + 1);
});

test('one export of a tenant is under way at a time, and a request is good for one download', async () => {
  const { exportId } = await owner.call(requestExport);
  expect((await owner.send(requestExport)).json()).toMatchObject({ code: 'exportUnderway' });
  const params = { exportId };
  expect((await other.send(downloadExport, { params })).statusCode).toBe(404);
  const answers = await Promise.all([1, 2].map(() => owner.send(downloadExport, { params })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404]);

  await expect.poll(async () => (await owner.send(requestExport)).statusCode).toBe(200);
  api.clock.advance(3 * minuteMs);
  expect((await owner.send(requestExport)).statusCode).toBe(200);
  api.clock.advance(hourMs);
});

test('a request is good for two minutes', async () => {
  await owner.call(provePassword, { body: { password: ownersPassword } });
  const { exportId } = await owner.call(requestExport);
  api.clock.advance(2 * minuteMs);

  expect((await owner.send(downloadExport, { params: { exportId } })).statusCode).toBe(404);
});

test('a table is read in pages by its key', async () => {
  const { tenantId } = owner;
  await sql`
    insert into usage_days (tenant_id, day, asins, is_trial, regular_mills, discount_percent, mills, closed_at)
    select ${tenantId}, date '2025-01-01' + n, 1, true, 0, 0, 0, now() from generate_series(1, 25) n
    returning 1`.execute(api.worker.global);
  const days = await api.ctx.db.tenant(tenantId, async (tx) => {
    const shape = await readShape(tx, 'usage_days');
    const found: string[] = [];
    let after: readonly string[] | null = null;
    for (let size = 10; size === 10;) {
      const page = await readPage(tx, { ...shape, tenantId, withheld: [], after, most: 10 });
      found.push(...page.lines.map((line) => (JSON.parse(line) as { day: string }).day));
      after = page.last;
      size = page.lines.length;
    }
    return found;
  });

  expect(days).toHaveLength(26);
  expect(days).toEqual([...new Set(days)].toSorted());
});

test('rows are read only as fast as they are taken, and a reader that leaves ends the export', async () => {
  const { tenantId } = owner;
  await sql`
    insert into audit_events (tenant_id, at, actor, action, subject)
    select ${tenantId}, now(), md5(n::text), md5((n + 1)::text), md5((n + 2)::text) from generate_series(1, 40000) n
    returning 1`.execute(api.worker.global);
  await withClient(api.database.superuserUrl, (client) => client.query('analyze audit_events'));
  await owner.call(provePassword, { body: { password: ownersPassword } });
  const { exportId } = await owner.call(requestExport);
  const { db } = api.ctx;
  let calls = 0;
  const counted: Db = {
    ...db,
    tenant: (id, read) => {
      calls += 1;
      return db.tenant(id, read);
    },
  };
  const archive = openArchive({ ...api.ctx, db: counted }, { tenantId, exportId });
  for await (const chunk of archive) if (Buffer.isBuffer(chunk) && calls > 100) break;
  const callsWhenLeft = calls;

  await expect.poll(isClaimed).toBe(false);
  // 80 pages of audit events follow the tables before them.
  expect(callsWhenLeft).toBeLessThan(130);
  expect(calls).toBeLessThan(callsWhenLeft + 5);
});

test('a database that breaks off cuts the download off, and nothing else', async () => {
  const { exportId } = await owner.call(requestExport);
  const { db } = api.ctx;
  let calls = 0;
  const breaking: Db = {
    ...db,
    tenant(id, read) {
      calls += 1;
      return calls > 20 ? Promise.reject(new Error('the connection broke')) : db.tenant(id, read);
    },
  };
  const archive = openArchive({ ...api.ctx, db: breaking }, { tenantId: owner.tenantId, exportId });

  await expect(buffer(archive)).rejects.toThrow('the connection broke');
});
