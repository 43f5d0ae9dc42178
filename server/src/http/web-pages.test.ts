import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveWeb } from './web-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'watchpost-web-'));
const app: FastifyInstance = Fastify();

const page = '<title>Watchpost</title><script src="/theme.js"></script><script type="module" src="/main.js"></script>';

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(
    join(folder, 'first-parts.json'),
    '{"/login":["/assets/login.js","/assets/login.css","/assets/font.woff2"]}',
  );
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets/login.js'), 'plain');
  writeFileSync(join(folder, 'assets/login.js.br'), 'squeezed');
  writeFileSync(join(folder, 'assets/font.woff2'), 'font');
  await serveWeb(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test('a page names in its Link header the scripts for which it waits, and then the parts that it requests first', async () => {
  const login = await app.inject('/login?next=1');

  expect(login.body).toBe(page);
  expect(login.headers.link?.toString().split(', ')).toEqual([
    '</theme.js>; rel=preload; as=script',
    '</assets/login.js>; rel=modulepreload',
    '</assets/login.css>; rel=preload; as=style; crossorigin',
    '</assets/font.woff2>; rel=preload; as=font; crossorigin',
  ]);
});

test('every other route serves the same page without a Link header', async () => {
  const other = await app.inject('/somewhere');

  expect([other.statusCode, other.body, other.headers.link]).toEqual([200, page, undefined]);
});

test.each(['//', '//?a', '//a:99999/'])('%s, which is no address, is one of these too', async (path) => {
  expect((await app.inject(path)).statusCode).toBe(200);
});

test.each(['/api/none', '/assets/gone.js'])('%s is not a route of the application', async (path) => {
  expect((await app.inject(path)).statusCode).toBe(404);
});

test.each([
  {
    path: '/assets/login.js',
    accepted: 'gzip, br',
    body: 'squeezed',
    encoding: 'br',
    type: 'text/javascript; charset=utf-8',
  },
  { path: '/assets/login.js', accepted: 'gzip', body: 'plain', type: 'text/javascript; charset=utf-8' },
  { path: '/assets/font.woff2', accepted: 'gzip, br', body: 'font', type: 'font/woff2' },
])(
  '$path is served in an encoding that the browser accepts ($accepted), and is cached for good',
  async ({ path, accepted, ...part }) => {
    const { statusCode, body, headers } = await app.inject({ url: path, headers: { 'accept-encoding': accepted } });

    expect([statusCode, body, headers['content-encoding'], headers['content-type']]).toEqual([
      200,
      part.body,
      part.encoding,
      part.type,
    ]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  },
);

test('a process serves the page and the parts of a release that was deployed over its own, and still its own parts', async () => {
  writeFileSync(join(folder, 'assets/next.js'), 'next');
  rmSync(join(folder, 'assets/font.woff2'));

  const next = await app.inject('/assets/next.js');

  expect([next.statusCode, next.body]).toEqual([200, 'next']);
  expect(next.headers['content-type']).toMatch(/javascript; charset=utf-8$/);
  expect((await app.inject('/assets/font.woff2')).body).toBe('font');
  expect((await app.inject('/assets/..%2findex.html')).statusCode).not.toBe(200);
});

test('a page is revalidated at each request', async () => {
  expect((await app.inject('/login')).headers['cache-control']).toBe('no-cache');
});
