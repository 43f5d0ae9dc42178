import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { messageOfError } from '@app/shared/base/thrown.ts';
import type { ReplayEntry } from './replay-entry.ts';
import type { Replay } from './replay.ts';

const pick = z.strictObject({
  name: z.string(),
  operationId: z.optional(z.string()),
  headers: z.optional(z.record(z.string(), z.string())),
});
const named = z.strictObject({ name: z.string() });

/** Control routes: list replay entries, select the next answer of an operation, post a notification to the queue. */
export function replayControl(replay: Replay, deliver: (body: string) => void): FastifyPluginAsync {
  return async (app) => {
    app.get('/', async () => replay.entries.map(outline));

    app.post('/next', async (request, reply) => {
      const parsed = z.safeParse(pick, request.body);
      if (!parsed.success) return refuse(reply, 'Name what is to be answered next: {name, operationId?, headers?}');
      try {
        return outline(replay.pick(parsed.data));
      } catch (error) {
        return refuse(reply, messageOfError(error));
      }
    });

    app.delete('/next', async () => replay.forgetPicks());

    app.post('/notify', async (request, reply) => {
      const parsed = z.safeParse(named, request.body);
      const entry = parsed.success ? replay.find(parsed.data.name) : undefined;
      if (entry?.kind !== 'notification') return refuse(reply, 'Name a notification of the replay: {name}');
      deliver(entry.body.toString());
      return outline(entry);
    });
  };
}

const outline = ({ name, kind, operationId, status }: ReplayEntry): object => ({ name, kind, operationId, status });

const refuse = (reply: FastifyReply, error: string): FastifyReply => reply.status(400).send({ error });
