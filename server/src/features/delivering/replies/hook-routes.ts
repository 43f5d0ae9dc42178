import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../../http/implement.ts';
import { takeReports } from './mail-reports.ts';

/** Keeps the exact bytes of the body, which the signature covers; serializing parsed JSON again may give others. */
const rawBodies = new WeakMap<FastifyRequest, string>();

/** Must be called on a separate Fastify scope, so that other routes keep the usual body parser. */
export function keepRawBodies(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    rawBodies.set(request, text);
    void parse(request, text, done);
  });
}

export const hookRoutes = (ctx: Context): Handlers<typeof contract.hooks> => ({
  mailHook: ({ request, body }) => {
    const header = (name: string): string | undefined => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    const received = {
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signatures: header('webhook-signature'),
      body: rawBodies.get(request) ?? '',
    };
    return takeReports(ctx, received, body);
  },
});
