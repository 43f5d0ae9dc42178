import { expect, test } from 'vitest';
import { testDatabase } from '../server/testing/database/database.ts';
import { findMistakes } from './billing-mistakes.ts';
import { mistakes } from './lib/billing/mistakes.ts';

const database = testDatabase();

test('a lost mill and stacked discounts are found', async () => {
  const planted = mistakes.filter(({ title }) => /the mills of an invoice|discounts stack/.test(title));
  const ground = { workerUrl: database.workerUrl, environment: {}, controlUrl: '' };

  expect(planted).toHaveLength(2);
  expect(await findMistakes(planted, ground, () => undefined)).toEqual([]);
});
