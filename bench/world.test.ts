import { expect, test } from 'vitest';
import { benchWorld } from './world.ts';

test('the cost of a poll is measured against a hello world', async () => {
  const lines: string[] = [];

  await benchWorld({ products: 200, pairs: 1, requestsPerRun: 100, say: (line) => lines.push(line) });

  expect(lines).toEqual([
    expect.stringContaining('200 products'),
    expect.stringMatching(/^first load: \d+ kB gzip/),
    expect.stringMatching(/^unchanged poll: \d+\.\d\d /),
    expect.stringMatching(/^0\.1 % delta: \d+ kB gzip/),
    expect.stringMatching(/^1 % delta: \d+ kB gzip.*asked for by others too/),
  ]);
});
