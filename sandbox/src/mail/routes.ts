import type { FastifyInstance } from 'fastify';
import { sendPage } from '../http/page.ts';
import type { Inbox } from './inbox.ts';
import { inboxPage } from './inbox-page.ts';

/** Serves the caught mails as JSON for tests and as a page for people. */
export function mailRoutes(inbox: Inbox): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.get('/sandbox/mail', () => inbox.newestFirst());
    app.delete('/sandbox/mail', (_request, reply) => {
      inbox.clear();
      return reply.code(204).send();
    });
    app.get('/sandbox/inbox', (_request, reply) => sendPage(reply, inboxPage));
  };
}
