import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Keeps the exact bytes of the body, which a signature covers; serializing parsed JSON again may give others. */
const rawBodies = new WeakMap<FastifyRequest, string>();

/** Must be called on a separate Fastify scope, so that other routes keep the usual body parser. */
export function keepRawBodies(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  // A scope inherits the JSON parser, and Fastify refuses a second one. The scopes above keep theirs.
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    rawBodies.set(request, text);
    void parse(request, text, done);
  });
}

export const rawBodyOf = (request: FastifyRequest): string => rawBodies.get(request) ?? '';
