import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { InjectedRefusal, noteRefusal, PageRefusal, type PageDesk } from './page-desk.ts';

/** What one request to a provider is about, and how that provider words what it says. */
export interface PageVisit {
  /** As faults and counts call it: `rainforest.product`. */
  readonly operation: string;
  readonly reply: FastifyReply;
  /** Throws a refusal; says what the answer cost. */
  answer(): { readonly body: unknown; readonly credits: number };
  refusal(refusal: PageRefusal): unknown;
  /** With which status this provider says that it has failed itself. */
  readonly failureStatus: 500 | 503;
}

/** Faults, the answer or the refusal, and their count: the same with every provider. */
export async function visitPage(desk: PageDesk, visit: PageVisit): Promise<FastifyReply> {
  const { operation, reply } = visit;
  reply.header('content-type', 'application/json; charset=utf-8');
  try {
    const isMalformed = await suffer(desk, visit);
    // The request must be right all the same; only the answer is another's.
    const { body, credits } = visit.answer();
    const replayed = desk.replay?.take(operation, false);
    desk.calls.note({ operation, isAnswered: !isMalformed, credits });
    if (replayed) return reply.status(replayed.status).headers(replayed.headers).send(replayed.body);
    const text = JSON.stringify(body);
    return reply.send(isMalformed ? text.slice(0, text.length / 2) : text);
  } catch (error) {
    if (!(error instanceof PageRefusal)) throw error;
    desk.calls.note({ operation, isAnswered: false });
    noteRefusal(desk, operation, error);
    return reply.status(error.status).send(JSON.stringify(visit.refusal(error)));
  }
}

/** True when the answer is to be cut in the middle; throws what was asked for instead of an answer. */
async function suffer(desk: PageDesk, { operation, failureStatus }: PageVisit): Promise<boolean> {
  const fault = desk.faults.take({ operation, sellerId: undefined });
  if (!fault) return false;
  if (fault.fault === 'slow') {
    await delay(fault.delayMs);
    return false;
  }
  if (fault.fault === 'malformed') {
    noteRefusal(desk, operation, new InjectedRefusal(200, 'A malformed answer'));
    return true;
  }
  throw fault.fault === '429'
    ? new InjectedRefusal(429, 'Too many requests at the same time')
    : new InjectedRefusal(failureStatus, 'The page could not be loaded');
}
