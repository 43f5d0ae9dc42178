import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { roles } from '../../scripts/postgres/database.ts';
import { healthRules, type HealthRule } from '@app/shared/domain/operating/health-rules.ts';
import { keyFigures } from './sealed/key-figures.ts';
import { handledEvents } from './features/billing/provider-events/handle-events.ts';
import { processFigures } from './features/operating/figures/read-figures.ts';
import { productFigures } from './features/operating/figures/product-figures.ts';
import { healthRoutes } from './http/health.ts';
import { neededBy, neededByProvider } from './parts.ts';

const docs = join(import.meta.dirname, '../../docs');
const read = (name: string): string => readFileSync(join(docs, name), 'utf8');
const alerts = read('operating/alerts.yaml');
const expressions = [...alerts.matchAll(/alert: (\w+)\n\s+expr: '([^']+)'/g)].map(([, name = '', expression = '']) => ({
  name,
  expression,
}));

/** The names of all metrics that the processes have. */
async function scrapedNames(): Promise<ReadonlySet<string>> {
  const app = Fastify();
  const group = {
    figures: [
      ...productFigures,
      ...processFigures,
      ...keyFigures,
      { name: 'billing_mismatches', help: 'x' },
      { name: 'billing_refused_requests', help: 'x' },
    ],
  };
  healthRoutes(app, {
    checkDatabase: async () => undefined,
    figures: [{ ...group, read: async () => [] }],
    metricsToken: null,
    isForOperators: true,
  });
  const { body } = await app.inject('/metrics');
  await app.close();
  const names = [...body.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_count`, `${name}_bucket`] : [name],
  );
  return new Set(names);
}

test.each(['operating/alerts.yaml', 'operating/grafana.json', 'operating.md'])(
  '%s names only metrics that exist',
  async (name) => {
    const named = new Set(
      read(name).match(/\b(?:watchpost_[a-z_]+|billing_[a-z_]+|http_request_\w+|process_\w+|nodejs_\w+)\b/g),
    );
    const known = await scrapedNames();

    expect(named.size).toBeGreaterThan(2);
    // The document also creates the roles of the database.
    const others = new Set<string>(Object.values(roles));
    expect([...named].filter((one) => !known.has(one) && !others.has(one))).toEqual([]);
  },
);

test('every alert has its place in the runbook', () => {
  expect(expressions.length).toBeGreaterThan(15);
  for (const { name } of expressions) expect(read('operating.md')).toContain(`\n### ${name}\n`);
});

test.each(Object.entries<HealthRule>(healthRules))(
  'the alert for %s has a threshold of the health strip',
  (key, rule) => {
    const name = `Watchpost${key.charAt(0).toUpperCase()}${key.slice(1)}`;
    const { expression = '' } = expressions.find((one) => one.name === name) ?? {};
    const limits = [...expression.matchAll(/(?:>=|<) ([\d.]+)/g)].map(([, limit]) => Number(limit));

    expect([rule.amber, rule.red]).toContain(limits[0]);
  },
);

test('the webhook endpoint at the payment provider gets the events that are handled', () => {
  const [, list = ''] = /these events: (.*?)\. Deliveries/.exec(read('billing.md')) ?? [];
  const named = [...list.matchAll(/`([^`]+)`/g)].map(([, event]) => event);

  expect(new Set(named)).toEqual(new Set(handledEvents));
});

test('the parts are those of the configuration, with the variables that each needs', () => {
  const [, table = ''] = /\n### Parts\n([\s\S]*?)\n### /.exec(read('operating.md')) ?? [];
  const rows = [...table.matchAll(/^\| ([A-Za-z ]+) \| (`[^|]+`) \|/gm)].map(([, part = '', needs = '']) => [
    part,
    [...needs.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  ]);

  expect(Object.fromEntries(rows)).toEqual({ ...neededBy, pages: ['RETAIL_API_PROVIDER'] });
  for (const names of Object.values(neededByProvider)) for (const name of names) expect(table).toContain(`\`${name}\``);
});
