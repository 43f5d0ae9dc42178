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
  await product.query('begin; lock table products in access share mode');
});
afterEach(() => product.end());

test('a migration that cannot get a lock lets the running transaction finish and is tried again', async () => {
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

  await migrate({ ownerUrl: database.ownerUrl, apiRole: roles.api, workerRole: roles.worker, clock });

  expect(pauses).toBe(1);
});
