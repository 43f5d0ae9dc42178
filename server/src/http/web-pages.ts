import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isCall } from './calls.ts';

const webFolder = join(import.meta.dirname, '../../../web/dist');

/**
 * Serves the browser's application. Every path that is neither a file nor an API call is a route of the application.
 */
export async function serveWeb(app: FastifyInstance, folder = webFolder): Promise<void> {
  if (!existsSync(folder)) return;
  const links = firstLinks(folder);
  serveParts(app, join(folder, 'assets'));
  serveLaterParts(app, join(folder, 'assets'));
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    globIgnore: ['assets/**'],
    preCompressed: true,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
  app.get('/*', (request, reply) => {
    // A page of an older version may request assets that no longer exist; these must not be answered with the start
    // page.
    if (isCall(request.url) || /^\/(?:assets|\.well-known)\//.test(request.url)) return reply.callNotFound();
    const link = links.get(request.url.split('?', 1)[0] ?? '');
    if (link !== undefined) reply.header('link', link);
    return reply.sendFile('index.html');
  });
}

const typeOfPart: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Serves assets that were added to the folder after this process had started: while a release is deployed, the start
 * page of the new release is served before the processes of the new release run.
 */
function serveLaterParts(app: FastifyInstance, folder: string): void {
  app.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name } }, reply) => reply.sendFile(name, folder));
}

/**
 * Serves the assets from memory. A page requests dozens of them, and reading one from disk costs seven times as much.
 * They are cached for a year, because a file name changes with its content.
 */
function serveParts(app: FastifyInstance, folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder).filter((file) => !file.endsWith('.br'))) {
    const plain = readFileSync(join(folder, name));
    const compressed = existsSync(join(folder, `${name}.br`)) ? readFileSync(join(folder, `${name}.br`)) : null;
    app.get(`/assets/${name}`, (request, reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      reply.header('content-type', typeOfPart[extname(name)] ?? 'application/octet-stream');
      if (!compressed) return reply.send(plain);
      reply.header('vary', 'accept-encoding');
      if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain);
      return reply.header('content-encoding', 'br').send(compressed);
    });
  }
}

const firstParts = z.record(z.string(), z.array(z.string()));

/**
 * Returns, for each path, a Link header with the assets that the page requests as soon as it runs, so that the browser
 * loads them early. The scripts that the page waits for come first: HTTP/1.1 has few connections, so scripts behind the
 * other assets would start late, and so would the calls of these scripts.
 */
function firstLinks(folder: string): ReadonlyMap<string, string> {
  const file = join(folder, 'first-parts.json');
  if (!existsSync(file)) return new Map();
  const parts = firstParts.parse(JSON.parse(readFileSync(file, 'utf8')));
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const awaited = Array.from(
    page.matchAll(/<script src="([^"]+)"/g),
    ([, script]) => `<${script}>; rel=preload; as=script`,
  );
  return new Map(Object.entries(parts).map(([path, ofPath]) => [path, [...awaited, ...ofPath.map(linkTo)].join(', ')]));
}

const linkTo = (part: string): string => `<${part}>; ${relations[extname(part)] ?? 'rel=modulepreload'}`;

const relations: Readonly<Record<string, string>> = {
  '.css': 'rel=preload; as=style; crossorigin',
  '.woff2': 'rel=preload; as=font; crossorigin',
};
