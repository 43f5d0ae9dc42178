import type { FastifyInstance } from 'fastify';
import type { contract } from '@app/shared/contract/index.ts';
import type { Context } from '../../../context.ts';
import type { Handlers } from '../../../http/implement.ts';
import { mailActionPath } from '../composing/mail-links.ts';
import { describe, follow, unsubscribe } from './mail-actions.ts';

/** RFC 8058: mail programs post one of these two forms. The token in the URL is sufficient. */
export function takeForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: 10_000 },
    (_request, _body, done) => done(null),
  );
}

export function mailRoutes(ctx: Pick<Context, 'db' | 'clock' | 'keys'>): Handlers<typeof contract.mail> {
  return {
    describeMailLink: ({ body }) => describe(ctx, body.token),
    followMailLink: ({ body }) => follow(ctx, body.token),
    openUnsubscribePage: async ({ query, reply }) => {
      await reply.redirect(mailActionPath(encodeURIComponent(query.token)), 303);
    },
    unsubscribeByMail: ({ query }) => unsubscribe(ctx, query.token),
  };
}
