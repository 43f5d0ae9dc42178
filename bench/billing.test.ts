import { expect, test } from 'vitest';
import { benchBilling } from './billing.ts';

test('closing a day and making invoices is compared with an aggregate over the same rows', async () => {
  const lines: string[] = [];
  await benchBilling({ tenants: 20, asinsPerTenant: 10, runs: 1, print: (line) => lines.push(line) });

  expect(lines).toEqual([
    expect.stringMatching(/^closing a day of 20 tenants with 200 ASINs: \d/),
    expect.stringMatching(/^20 invoices of 30 days: \d/),
    expect.stringMatching(/^one aggregate over the same rows: \d/),
    expect.stringMatching(/^bench:billing: \d/),
  ]);
});
