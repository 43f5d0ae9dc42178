import type { FastifyInstance } from 'fastify';

/** Accepts URL-encoded form bodies in this plugin and its children; fields become string properties. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}
