import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../../http/implement.ts';
import { takeReports } from './mail-reports.ts';

/** The bytes that a signature is over; JSON that was read and written again may be others. */
const rawBodies = new WeakMap<FastifyRequest, string>();

/** To be called on a scope of its own: no other call needs to know how its body was written. */
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
