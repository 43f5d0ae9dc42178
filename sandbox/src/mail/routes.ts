import type { FastifyInstance } from 'fastify';
import { sendPage } from '../http/page.ts';
import type { Inbox } from './inbox.ts';
import { inboxPage } from './inbox-page.ts';

/** Serves the caught mails as JSON for tests and as a page for people. */
export function mailRoutes(inbox: Inbox): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    app.get('/sandbox/mail', () =>
      inbox.newestFirst().map(({ files, ...mail }) => ({
        ...mail,
        files: files.map(({ name }, index) => ({ name, path: `/sandbox/mail/${mail.id}/files/${index}` })),
      })),
    );
    app.get<{ Params: { id: string; index: string } }>('/sandbox/mail/:id/files/:index', ({ params }, reply) => {
      const mail = inbox.newestFirst().find(({ id }) => id === params.id);
      const file = mail?.files[Number(params.index)];
      if (!file) return reply.callNotFound();
      return reply
        .type(file.type)
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(file.bytes);
    });
    app.delete('/sandbox/mail', (_request, reply) => {
      inbox.clear();
      return reply.code(204).send();
    });
    app.get('/sandbox/inbox', (_request, reply) => sendPage(reply, inboxPage));
  };
}
