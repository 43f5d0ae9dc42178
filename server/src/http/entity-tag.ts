import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sends the answer with an ETag, or 304 without a body when the caller has this answer already. */
export function sendUnlessKnown(request: FastifyRequest, reply: FastifyReply, answer: unknown): unknown {
  const body = JSON.stringify(answer);
  // The tag is weak, because the same answer may be compressed in several ways.
  const tag = `W/"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
  reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'authorization');
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

const opaquePart = (tag: string): string => tag.trim().replace(/^W\//, '');

/** RFC 9110, section 13.1.2: tags are compared without the prefix `W/` of weak tags. */
const isKnown = (known: string | undefined, tag: string): boolean =>
  known !== undefined && known.split(',').some((one) => one.trim() === '*' || opaquePart(one) === opaquePart(tag));
