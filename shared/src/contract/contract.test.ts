import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { contract } from './index.ts';

const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value;

test('every call that is declared belongs to an area of the contract', async () => {
  const listed = new Set(Object.values(contract).flatMap((area) => Object.values<Endpoint>(area).map(keyOf)));
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const modules = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const declared: { name: string; endpoint: Endpoint }[] = [];
  for (const file of modules) {
    const exported = (await import(/* @vite-ignore */ join(import.meta.dirname, file))) as Readonly<
      Record<string, unknown>
    >;
    for (const [name, value] of Object.entries(exported)) {
      if (isEndpoint(value)) declared.push({ name: `${file}: ${name}`, endpoint: value });
    }
  }

  expect(declared.length).toBeGreaterThan(100);
  expect(declared.filter(({ endpoint }) => !listed.has(keyOf(endpoint))).map(({ name }) => name)).toEqual([]);
});
