import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveWeb } from './web-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'watchpost-web-'));
const app: FastifyInstance = Fastify();

beforeAll(async () => {
  writeFileSync(join(folder, 'index.html'), '<title>Watchpost</title>');
  writeFileSync(join(folder, 'first-parts.json'), '{"/login":["/assets/login.js","/assets/login.css"]}');
  await serveWeb(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

test('a page comes with the names of the parts that it asks for first', async () => {
  const login = await app.inject('/login?next=1');

  expect(login.body).toBe('<title>Watchpost</title>');
  expect(login.headers.link).toBe('</assets/login.js>; rel=modulepreload, </assets/login.css>; rel=preload; as=style');
});

test('any other route is the same page without them', async () => {
  const other = await app.inject('/somewhere');

  expect([other.statusCode, other.body, other.headers.link]).toEqual([200, '<title>Watchpost</title>', undefined]);
});

test.each(['/api/none', '/assets/gone.js'])('%s is no route of the application', async (path) => {
  expect((await app.inject(path)).statusCode).toBe(404);
});
