import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from '../scripts/root.ts';
import { testDatabase } from '../server/testing/database/database.ts';
import { findMistakes } from './billing-mistakes.ts';
import { mistakes } from './lib/billing/mistakes.ts';

const database = testDatabase();

const occurs = (file: string, text: string) => readFileSync(inRoot(file), 'utf8').split(text).length - 1;

test('a lost mill and stacked discounts are found', async () => {
  const planted = mistakes.filter(({ title }) => /the mills of an invoice|discounts stack/.test(title));
  const ground = { workerUrl: database.workerUrl, environment: {}, controlUrl: '' };

  expect(planted).toHaveLength(2);
  expect(await findMistakes(planted, ground, () => undefined)).toEqual([]);
});

test('each mistake can be planted: the text that it changes occurs once', () => {
  expect(
    mistakes.filter(({ edits }) => edits.some(({ file, find }) => occurs(file, find) !== 1)).map(({ title }) => title),
  ).toEqual([]);
  expect(mistakes.length).toBeGreaterThanOrEqual(20);
});
