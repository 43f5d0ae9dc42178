import { expect, test } from 'vitest';
import { benchQueue } from './queue.ts';

test('the throughput of the queue and the delay of sweeps are measured', async () => {
  const lines: string[] = [];
  const small = { jobs: 400, pairs: 1, accounts: 2, productsPerAccount: 50, minutes: 0.2, withinSeconds: 3 };

  await benchQueue({ ...small, say: (line) => lines.push(line) });

  expect(lines).toEqual([
    expect.stringMatching(/^400 jobs that do nothing: \d/),
    expect.stringContaining('graphile-worker'),
    expect.stringMatching(/^100 products scheduled: sweeps begin late by p50 \d+ ms/),
    expect.stringMatching(/^bench:queue: tables \d/),
  ]);
});
