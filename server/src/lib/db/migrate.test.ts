import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { roles } from '../../../../scripts/postgres/database.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { testNow } from '../../../testing/database/postgres.ts';
import type { Clock } from '../clock.ts';
import { migrate } from './migrate.ts';

const database = testDatabase();

let product: pg.Client;

beforeEach(async () => {
  product = new pg.Client({ connectionString: database.superuserUrl });
  await product.connect();
});
afterEach(() => product.end());

const impatient: Clock = { now: () => testNow, pause: () => Promise.reject(new Error('It waits')) };
const reading = 'begin; lock table products, tenants in access share mode';
const options = { ownerUrl: database.ownerUrl, apiRole: roles.api, workerRole: roles.worker };

test('migrating an up-to-date database waits for no running transaction, and a policy that was changed is mended', async () => {
  const policies = async () =>
    (
      await product.query(
        "select tablename, qual, roles from pg_policies where tablename = 'products' order by policyname",
      )
    ).rows;
  const before = await policies();
  await product.query(reading);

  await migrate({ ...options, clock: impatient });

  await product.query('commit');
  await product.query('alter policy of_tenant on products using (true)');
  await migrate({ ...options, clock: impatient });
  expect(await policies()).toEqual(before);
});

test('a migration that cannot get a lock lets the running transaction finish and is tried again', async () => {
  await product.query(
    'alter table products disable row level security; alter table tenants disable row level security',
  );
  await product.query(reading);
  let pauses = 0;
  const clock: Clock = {
    now: () => testNow,
    async pause() {
      pauses += 1;
      // During its pause the migration holds no lock, so this statement gets one.
      await product.query("set local lock_timeout = '1ms'; lock table tenants in access exclusive mode");
      await product.query('commit');
    },
  };

  await migrate({ ...options, clock });

  expect(pauses).toBe(1);
});
