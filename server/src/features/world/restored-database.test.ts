import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import { openDb, type Db } from '../../lib/db/db.ts';
import { dbLimits } from '../../lib/db/limits.ts';
import { testClock } from '../../../testing/clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import type { TestDatabase } from '../../../testing/database/nodes.ts';
import { testNow } from '../../../testing/database/postgres.ts';
import { firstLoadFor, worldFor } from './world.ts';

const original = testDatabase();
const restored = testDatabase();
const tenantId = '0f3b2a52-7a3c-4c56-9e0a-0d8f6f1c2b11';
const owner = { tenantId, emailAddressId: '1', email: 'ada@example.com', isOwner: true, hiddenSellerAccountIds: [], sessionHash: '', isServed: true }; // prettier-ignore
const opened: Db[] = [];

const config = { checkSpeedup: 1, pages: null } as Context['config'];

/** Opens a database with the rights of the API. */
function open({ apiUrl }: TestDatabase): Db {
  const db = openDb({ url: apiUrl, maxConnections: 1, limits: dbLimits.api, onIdleError: () => undefined });
  opened.push(db);
  return db;
}

const setVersion = (db: Db, version: number) =>
  db.tenant(tenantId, (tx) => sql`update tenants set world_version = ${version} where tenant_id = ${tenantId}`.execute(tx)); // prettier-ignore
const ask = async (db: Db, state?: string) =>
  (await worldFor({ db, config, clock: testClock(testNow) }, { actor: owner, state })).answer;

beforeAll(async () => {
  for (const database of [original, restored]) {
    await open(database).tenant(tenantId, async (tx) => {
      await sql`
        insert into tenants (tenant_id, company_name, account_type, world_epoch, trial_ends_at, created_at, world_version)
        values (${tenantId}, 'Brightkeel', 'brand', 'epoch', now(), now(), 5)`.execute(tx);
    });
  }
});
afterAll(() => Promise.all(opened.map((db) => db.close())));

test('a browser loads the whole world from a database that was restored, whichever versions that one hands out', async () => {
  const [before, after] = [open(original), open(restored)];
  await setVersion(before, 7);
  const { state } = (await ask(before)) ?? {};
  await setVersion(before, 8);
  expect((await ask(before, state))?.full).toBe(false);

  // The restored copy does not contain versions 6 and 7, and assigns these numbers to other changes.
  for (const version of [5, 7, 9]) {
    await setVersion(after, version);
    expect((await ask(after, state))?.full).toBe(true);
  }
});

test('a world that was kept before a restore is not continued, whichever versions the database hands out', async () => {
  const [before, after] = [open(original), open(restored)];
  const keptAt = async (db: Db, version: number) => {
    await setVersion(db, version);
    return (await firstLoadFor({ db, config, clock: testClock(testNow) }, owner, null)).base;
  };
  const kept = await keptAt(before, 7);
  await setVersion(before, 8);
  const goesOn = async (db: Db) =>
    (await firstLoadFor({ db, config, clock: testClock(testNow) }, owner, kept)).base === kept;

  expect(await goesOn(before)).toBe(true);
  for (const version of [5, 7, 9]) {
    await setVersion(after, version);
    expect(await goesOn(after)).toBe(false);
  }
  await setVersion(before, 6);
  expect(await goesOn(before)).toBe(false);
});

test('the state of a browser goes on by another connection to the same database', async () => {
  const { state } = (await ask(open(original))) ?? {};

  expect(await ask(open(original), state)).toBeNull();
});

test('a browser with a newer version than the database has loads the whole world', async () => {
  const db = open(original);
  await setVersion(db, 20);
  const { state } = (await ask(db)) ?? {};
  await setVersion(db, 19);

  expect((await ask(db, state))?.full).toBe(true);
});
