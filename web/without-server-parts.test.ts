import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { keepBrowserParts } from './without-server-parts.ts';

const filesIn = (pattern: string): readonly string[] =>
  globSync(`../shared/src/${pattern}`, { cwd: import.meta.dirname })
    .filter((file) => !file.includes('.test.'))
    .map((file) => join(import.meta.dirname, file));

const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0;

const keptOf = (file: string): string => keepBrowserParts(file, readFileSync(file, 'utf8'));

test('a watchdog is built without its judges and their memory', () => {
  const code = `export default defineWatchdog({
  type: 'price',
  settings: { judge: 2 },
  memory,
  judge({ now }) {
    return now;
  },
  judgeWithoutFacts: ({ left }) => left,
});
const later = other({ judge: 3 });`;
  expect(keepBrowserParts('price.ts', code).replaceAll(/\s+/g, ' ')).toBe(
    "export default defineWatchdog({ type: 'price', settings: { judge: 2 }, }); const later = other({ judge: 3 });",
  );
});

test('a call is built with its method, path and answer', () => {
  const code = `export const put = endpoint({
  method: 'PUT',
  path: '/api/a/:b',
  access: 'owner',
  params: z.object({ b: rowId }),
  body: z.object({ query: z.string() }),
  response: z.object({ body: z.string() }),
  quiet: true,
  errors: []
});`;
  expect(keepBrowserParts('put.ts', code).replaceAll(/\s+/g, ' ')).toBe(
    "export const put = endpoint({ method: 'PUT', path: '/api/a/:b', get response() { const value = z.object({ body: z.string() }); Object.defineProperty(this, 'response', { value }); return value; }, quiet: true, });",
  );
});

test('the form of an answer is constructed when it is first read, and once', () => {
  const code = keepBrowserParts('get.ts', "endpoint({ path: '/api/a', response: construct() });");
  let constructed = 0;
  const call: { readonly response: number } = runInNewContext(code, {
    endpoint: (declaration: unknown) => declaration,
    construct: () => (constructed += 1),
  });
  expect(constructed).toBe(0);
  expect([call.response, call.response]).toEqual([1, 1]);
});

const markedCall = (mark: string): string => `export const get = endpoint({
  method: 'GET',
  path: '/api/a',
  response: z.object({ body: z.string() }),
  ${mark}: true,
});`;

test.each([
  ['validatedOnce', false],
  ['raw', false],
  ['quiet', true],
])('a call that is marked %s is built with the form of its answer: %s', (mark, isKept) => {
  expect(keepBrowserParts('get.ts', markedCall(mark)).includes('response')).toBe(isKept);
});

test('every watchdog has a judge that is left out', () => {
  const kinds = filesIn('watchdogs/kinds/*.ts');
  expect(kinds.length).toBeGreaterThan(20);
  for (const file of kinds) {
    expect(readFileSync(file, 'utf8')).toMatch(/^ {2}judge\(/m);
    expect(keptOf(file)).not.toMatch(/^ {2}judge\w*[(:]/m);
  }
});

test('every call keeps its path and loses its request', () => {
  const calls = filesIn('contract/*.ts').filter((file) => readFileSync(file, 'utf8').includes('= endpoint({'));
  expect(calls.length).toBeGreaterThan(15);
  for (const file of calls) {
    const kept = keptOf(file);
    expect(count(kept, /^ {2}path: /gm)).toBe(count(readFileSync(file, 'utf8'), /= endpoint\(\{/g));
    expect(kept).not.toMatch(/^ {2}(?:access|body|query|params|summary): /m);
  }
});
