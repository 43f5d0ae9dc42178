import type { FastifyInstance } from 'fastify';

/**
 * Takes an empty body of the type JSON as no body. Fastify would refuse it, but many programs name this type with every
 * call, also when they end a hook.
 */
export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null);
    else void parse(request, body, done);
  });
}
