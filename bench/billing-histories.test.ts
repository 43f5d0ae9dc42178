import { expect, test } from 'vitest';
import { openTestDb } from '../server/testing/database/factories.ts';
import { testDatabase } from '../server/testing/database/database.ts';
import { runDatabaseHistories } from './lib/billing/database-histories.ts';
import { runPureHistories } from './lib/billing/run-pure.ts';

const database = testDatabase();

test('random histories of billing have the same days and invoices as in the naive ledger', () => {
  const { invoices, centsOff, differences } = runPureHistories(2000, 'sample');

  expect({ centsOff, differences }).toEqual({ centsOff: 0, differences: [] });
  expect(invoices).toBeGreaterThan(2000);
});

test('random times of tracking and service are charged in the database as in the naive ledger', async () => {
  const db = openTestDb(database.workerUrl);
  const { invoices, centsOff, differences } = await runDatabaseHistories(db, {
    histories: 12,
    days: 45,
    seed: 'sample',
  });
  await db.close();

  expect({ centsOff, differences }).toEqual({ centsOff: 0, differences: [] });
  expect(invoices).toBeGreaterThan(3);
});
