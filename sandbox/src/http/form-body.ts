import type { FastifyInstance } from 'fastify';

/** The body of a form as the browser sends it, for the plugin it is called in and those inside it. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(body))));
  });
}
