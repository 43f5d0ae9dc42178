import { expect, test } from 'vitest';
import { benchLoad } from './load.ts';

test(
  'dashboards of two tenants see announced changes while memory, sweeps and CPU are measured',
  {
    timeout: 600_000,
  },
  async () => {
    const lines: string[] = [];
    const small = {
      tenants: 2,
      productsPerTenant: 5,
      dashboards: 3,
      minutes: 0.08,
      warmUpMinutes: 0.01,
      hasFirstPass: true,
    };

    const { dashboards, changes } = await benchLoad({
      ...small,
      measuredPerMinute: 120,
      say: (line) => lines.push(line),
    });

    expect([...dashboards.failures]).toEqual([]);
    expect(changes.firstMs.length).toBeGreaterThan(0);
    expect(lines.at(-1)).toMatch(
      /^bench:load: memory (?:flat|grows) \(goal flat\), \d+ late sweeps \(goal 0\), poll p99 \d+ ms/,
    );
  },
);
