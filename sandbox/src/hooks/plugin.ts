import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { chats } from './chats/registry.ts';
import { createReceivers, type Receiver } from './receivers.ts';
import { type HookAnswer, parseJson, type PostedMessage, type StandIn } from './stand-in.ts';
import { webhook } from './webhook.ts';

interface HookDeps {
  readonly clock: { now(): Date };
  readonly newId: () => string;
  readonly publicUrl: () => string;
}

const standIns = new Map([webhook, ...chats].map((standIn) => [standIn.id, standIn]));

const named = z.object({ id: z.string() });
const opening = z.object({ kind: z.enum([...standIns.keys()]) });
const counted = {
  count: z.number(),
  /** If given, only messages that contain this text meet the fault. */
  about: z.optional(z.string()),
};
const changing = z.object({
  secret: z.optional(z.string()),
  isGone: z.optional(z.boolean()),
  /**
   * Replaces the next `count` answers by a status without a body, or by the service's own refusal or rate limit answer.
   */
  fault: z.optional(
    z.union([
      z.object({ status: z.number(), ...counted }),
      z.object({ answer: z.literal('refused'), ...counted }),
      z.object({ answer: z.literal('tooMany'), retryAfterSeconds: z.number(), ...counted }),
    ]),
  ),
  delayMs: z.optional(z.number()),
});
type Fault = NonNullable<z.output<typeof changing>['fault']>;

/** Receivers of alerts: webhook programs and chat channels. `/sandbox/hooks` creates them and lists their messages. */
export function hooks(deps: HookDeps): (app: FastifyInstance) => Promise<void> {
  const receivers = createReceivers(deps.newId);
  const receiverOf = (request: FastifyRequest): Receiver | undefined => receivers.find(named.parse(request.params).id);
  return async (app) => {
    await app.register(async (scope) => {
      // The signature covers the exact bytes of the body, so the body must not be parsed and serialized again.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      for (const url of ['/hooks/:id', '/hooks/:id/*']) {
        scope.post(url, async (request, reply) => {
          const receiver = receiverOf(request);
          return send(reply, receiver ? await take(receiver, request, deps.clock.now) : { status: 404 });
        });
      }
    });

    app.post('/sandbox/hooks', (request, reply) => {
      const standIn = standIns.get(opening.parse(request.body).kind);
      if (!standIn) return reply.code(404).send();
      const { id } = receivers.open(standIn);
      return { id, url: `${deps.publicUrl()}/hooks/${id}${standIn.path}` };
    });
    app.put('/sandbox/hooks/:id', (request, reply) => {
      const receiver = receiverOf(request);
      if (!receiver) return reply.code(404).send();
      change(receiver, changing.parse(request.body));
      return reply.code(204).send();
    });
    app.get('/sandbox/hooks/:id', (request, reply) => {
      const receiver = receiverOf(request);
      if (!receiver) return reply.code(404).send();
      return { messages: receiver.messages, refused: receiver.refused };
    });
  };
}

function change(receiver: Receiver, { secret, isGone, fault, delayMs }: z.output<typeof changing>): void {
  if (secret !== undefined) receiver.secret = secret;
  if (isGone !== undefined) receiver.isGone = isGone;
  if (fault) {
    receiver.fault = { answer: answerOf(fault, receiver.standIn), left: fault.count, about: fault.about ?? '' };
  }
  if (delayMs !== undefined) receiver.delayMs = delayMs;
}

function answerOf(fault: Fault, { refused, tooMany }: StandIn): HookAnswer {
  if ('status' in fault) return { status: fault.status };
  return fault.answer === 'refused' ? refused : tooMany(fault.retryAfterSeconds);
}

async function take(receiver: Receiver, request: FastifyRequest, now: () => Date): Promise<HookAnswer> {
  const { standIn, fault } = receiver;
  if (receiver.isGone) return standIn.gone;
  if (receiver.delayMs > 0) await delay(receiver.delayMs);
  if (fault.left > 0 && String(request.body).includes(fault.about)) {
    fault.left -= 1;
    return fault.answer;
  }
  const message = messageIn(receiver, request, now());
  const refusal = standIn.check(message);
  if (refusal) {
    receiver.refused = [...receiver.refused, refusal.problem];
    return refusal.answer;
  }
  const id = message.headers['webhook-id']?.toString() ?? null;
  receiver.messages = [...receiver.messages, { at: message.now.toISOString(), id, body: parseJson(message.body) }];
  return standIn.taken;
}

const messageIn = ({ id, secret }: Receiver, { url, headers, body }: FastifyRequest, now: Date): PostedMessage => ({
  path: url.slice(`/hooks/${id}`.length),
  headers,
  body: String(body),
  secret,
  now,
});

const send = (reply: FastifyReply, { status, headers = {}, body }: HookAnswer): FastifyReply =>
  reply.code(status).headers(headers).send(body);
