import { expect, test } from 'vitest';
import { benchCost } from './cost.ts';

test('CPU, bytes and calls of a day are measured with and without push', async () => {
  const lines: string[] = [];

  await benchCost({ sizes: [20], hours: 1, durable: false, say: (line) => lines.push(line) });

  expect(lines.filter((line) => line.includes('NOT settled'))).toEqual([]);
  expect(lines).toContain('  0 changes were found by sweeps and not announced by push');
  expect(lines.at(-1)).toMatch(/^bench:cost: \d+\.\d\d CPU-ms per ASIN and day at 20 ASINs \(goal ≤ 2\)$/);
});
