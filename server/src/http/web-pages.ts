import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isCall } from './calls.ts';

const webFolder = join(import.meta.dirname, '../../../web/dist');

/** Serves the browser's application; every path that is no file and no call is one of its routes. */
export async function serveWeb(app: FastifyInstance, folder = webFolder): Promise<void> {
  if (!existsSync(folder)) return;
  const links = firstLinks(join(folder, 'first-parts.json'));
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', (request, reply) => {
    // A page of an older version asks for parts that are gone: that is no screen of the application.
    if (isCall(request.url) || request.url.startsWith('/assets/')) return reply.callNotFound();
    const link = links.get(new URL(request.url, 'http://here').pathname);
    if (link !== undefined) reply.header('link', link);
    return reply.sendFile('index.html');
  });
}

const firstParts = z.record(z.string(), z.array(z.string()));

/** By path the parts that the page asks for as soon as it runs, as a header that has them fetched at once. */
function firstLinks(file: string): ReadonlyMap<string, string> {
  if (!existsSync(file)) return new Map();
  const parts = firstParts.parse(JSON.parse(readFileSync(file, 'utf8')));
  return new Map(Object.entries(parts).map(([path, ofPath]) => [path, ofPath.map(linkTo).join(', ')]));
}

const linkTo = (part: string): string =>
  part.endsWith('.css') ? `<${part}>; rel=preload; as=style` : `<${part}>; rel=modulepreload`;
