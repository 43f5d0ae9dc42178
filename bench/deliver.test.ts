import { expect, test } from 'vitest';
import { benchDeliver } from './deliver.ts';

test('every digest, instant mail, webhook and push message arrives once while a webhook and a push service are silent', async () => {
  const lines: string[] = [];
  const sizes = { tenants: 20, digests: 100, instantMails: 50, alertsPerTarget: 10 };

  const delivered = await benchDeliver({
    ...sizes,
    connections: 5,
    latencyMs: 20,
    say: (line) => lines.push(line),
  });

  expect(delivered).toMatchObject({ missing: 0, doubled: 0 });
  expect(delivered.answering.every(({ messages }) => messages > 0)).toBe(true);
  expect(delivered.silentTries.every((tries) => tries > 0)).toBe(true);
  expect(lines.at(-1)).toMatch(/^bench:deliver: \d+\.\d\d × connections ÷ latency/);
});
