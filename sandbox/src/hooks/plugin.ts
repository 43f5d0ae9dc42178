import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { discordProblem, parseJson, signatureProblem, slackProblem } from './problems.ts';
import { createReceivers, type Receiver } from './receivers.ts';

export interface HookDeps {
  readonly clock: { now(): Date };
  readonly newId: () => string;
  readonly publicUrl: () => string;
}

const named = z.object({ id: z.string() });
const opening = z.object({ kind: z.enum(['webhook', 'slack', 'discord']) });
const changing = z.object({
  secret: z.optional(z.string()),
  fault: z.optional(z.object({ status: z.number(), count: z.number() })),
  delayMs: z.optional(z.number()),
});

/** Programs and channels of Slack that alerts are posted to, and that can be asked what they took. */
export function hooks(deps: HookDeps): (app: FastifyInstance) => Promise<void> {
  const receivers = createReceivers(deps.newId);
  const receiverOf = (request: FastifyRequest): Receiver | undefined => receivers.find(named.parse(request.params).id);
  return async (app) => {
    await app.register(async (scope) => {
      // A signature is over the bytes as they came.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      scope.post('/hooks/:id', (request, reply) => take(deps, receiverOf(request), { request, reply }));
    });

    app.post('/sandbox/hooks', (request) => {
      const { id } = receivers.open(opening.parse(request.body).kind);
      return { id, url: `${deps.publicUrl()}/hooks/${id}` };
    });
    app.put('/sandbox/hooks/:id', (request, reply) => {
      const { secret, fault, delayMs } = changing.parse(request.body);
      const receiver = receiverOf(request);
      if (!receiver) return reply.code(404).send();
      if (secret !== undefined) receiver.secret = secret;
      if (fault) receiver.fault = { status: fault.status, left: fault.count };
      if (delayMs !== undefined) receiver.delayMs = delayMs;
      return reply.code(204).send();
    });
    app.get('/sandbox/hooks/:id', (request, reply) => {
      const receiver = receiverOf(request);
      if (!receiver) return reply.code(404).send();
      return { messages: receiver.messages, refused: receiver.refused };
    });
    app.delete('/sandbox/hooks/:id', (request, reply) => {
      const receiver = receiverOf(request);
      if (receiver) receiver.isGone = true;
      return reply.code(204).send();
    });
  };
}

const problemsOfChats = { slack: slackProblem, discord: discordProblem };

async function take(
  { clock }: HookDeps,
  receiver: Receiver | undefined,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  if (!receiver) return reply.code(404).send('no_service');
  if (receiver.isGone) return reply.code(410).send();
  if (receiver.delayMs > 0) await delay(receiver.delayMs);
  if (receiver.fault.left > 0) {
    receiver.fault.left -= 1;
    return reply.code(receiver.fault.status).send();
  }
  const body = String(request.body);
  const problem =
    receiver.kind === 'webhook' ? webhookProblem(receiver, request, clock.now()) : problemsOfChats[receiver.kind](body);
  if (problem !== null) {
    receiver.refused = [...receiver.refused, problem];
    return reply.code(receiver.kind === 'webhook' ? 401 : 400).send(problem);
  }
  const message = { at: clock.now().toISOString(), id: headerOf(request, 'webhook-id') ?? null, body: parseJson(body) };
  receiver.messages = [...receiver.messages, message];
  return reply.code(200).send('ok');
}

function webhookProblem({ secret }: Receiver, request: FastifyRequest, now: Date): string | null {
  const body = String(request.body);
  if (parseJson(body) === undefined) return 'the body is not JSON';
  if (secret === null) return null;
  const id = headerOf(request, 'webhook-id');
  const timestamp = headerOf(request, 'webhook-timestamp');
  return signatureProblem(secret, { id, timestamp, signature: headerOf(request, 'webhook-signature'), body }, now);
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
