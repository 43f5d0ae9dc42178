import { expect, test } from 'vitest';
import { benchQuota } from './quota.ts';

test('the used share of the quota is measured against the capacity of the bucket', async () => {
  const lines: string[] = [];

  await benchQuota({ accounts: 3, hours: 1, operations: ['createReport'], say: (line) => lines.push(line) });

  expect(lines.at(1)).toMatch(/^steady work: 0\.[67]\d+ of the bucket/);
  expect(lines.at(2)).toMatch(/^a backlog: (0\.9|1\.0)\d+ of the bucket/);
  expect(lines.at(-1)).toMatch(/^bench:quota: .*fairness 0\.9\d+|^bench:quota: .*fairness 1/);
});
