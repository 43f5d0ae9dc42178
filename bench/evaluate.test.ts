import { expect, test } from 'vitest';
import { benchEvaluate } from './evaluate.ts';

test('the evaluation rate is measured, and every tick flips exactly the changed products', async () => {
  const lines: string[] = [];

  await benchEvaluate({ productCount: 200, ticks: 2, say: (line) => lines.push(line) });

  expect(lines).toContain('every tick flipped exactly the changed products');
  expect(lines.at(-1)).toMatch(/^bench:evaluate: \d+\.\d\d × json-rules-engine/);
});
