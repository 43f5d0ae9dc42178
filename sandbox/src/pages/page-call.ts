import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Fault } from '../world/events/faults.ts';
import { InjectedRefusal, noteRefusal, PageRefusal, type PageContext } from './page-context.ts';

/** One request to a page provider, with the provider's format for answers and errors. */
export interface PageCall {
  /** The name used by faults and call counts, such as `rainforest.product`. */
  readonly operation: string;
  readonly reply: FastifyReply;
  /** Returns the answer and its cost in credits; throws a PageRefusal for an invalid request. */
  answer(): { readonly body: unknown; readonly credits: number };
  refusal(refusal: PageRefusal): unknown;
  /** The status of this provider's internal errors. */
  readonly failureStatus: 500 | 503;
}

/** Handles a request to any page provider: applies faults, sends the answer or refusal, and counts the call. */
export async function answerPageCall(context: PageContext, call: PageCall): Promise<FastifyReply> {
  const { operation, reply } = call;
  reply.header('content-type', 'application/json; charset=utf-8');
  try {
    const damage = await applyFault(context, call);
    // The request is validated even if a captured response replaces the answer.
    const { body, credits } = call.answer();
    const replayed = context.replay?.take(operation, false);
    context.calls.note({ operation, isAnswered: damage === null, credits });
    if (replayed) return reply.status(replayed.status).headers(replayed.headers).send(replayed.body);
    const text = JSON.stringify(body);
    return reply.send(damage ? damage(text) : text);
  } catch (error) {
    if (!(error instanceof PageRefusal)) throw error;
    context.calls.note({ operation, isAnswered: false });
    noteRefusal(context, operation, error);
    return reply.status(error.status).send(JSON.stringify(call.refusal(error)));
  }
}

type AnswerDamage = (text: string) => string;

/** The change that a fault makes to the body of an answer with status 200. */
const damages: Partial<Record<Fault['fault'], AnswerDamage>> = {
  malformed: (text) => text.slice(0, text.length / 2),
  emptyBody: () => '',
  emptyObject: () => '{}',
};

/** Applies a pending fault: delays the answer, throws a refusal, or returns the change to make to the answer's body. */
async function applyFault(context: PageContext, { operation, failureStatus }: PageCall): Promise<AnswerDamage | null> {
  const fault = context.faults.take({ operation, sellerId: undefined });
  if (!fault) return null;
  if (fault.fault === 'slow') {
    await delay(fault.delayMs);
    return null;
  }
  const damage = damages[fault.fault];
  if (damage) {
    noteRefusal(context, operation, new InjectedRefusal(200, 'A malformed answer'));
    return damage;
  }
  throw fault.fault === '429'
    ? new InjectedRefusal(429, 'Too many requests at the same time')
    : new InjectedRefusal(failureStatus, 'The page could not be loaded');
}
