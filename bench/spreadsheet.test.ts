import { expect, test } from 'vitest';
import { benchSpreadsheet } from './spreadsheet.ts';

test('a spreadsheet of 73,000 rows is compiled in bounded memory', async () => {
  const lines: string[] = [];

  const share = await benchSpreadsheet({ products: 200, days: 365, print: (line) => lines.push(line) });

  expect(share).toBeLessThan(1);
  expect(lines).toEqual([
    expect.stringMatching(/^200 products × 365 days: 73000 rows, \d/),
    expect.stringMatching(/^bench:spreadsheet: \d+ MB in use at most/),
  ]);
});
