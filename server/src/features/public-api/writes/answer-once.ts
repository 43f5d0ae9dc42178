import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../../context.ts';
import type { Program } from '../../../http/actor.ts';
import type { Tx } from '../../../lib/db/db.ts';
import { claimKey, findAnswer, holdToken, storeAnswer } from './idempotent-answer-queries.ts';

interface WriteCall {
  readonly actor: Program;
  readonly request: FastifyRequest;
}

/**
 * Does a write once for each Idempotency-Key: the key, the write and its answer are one transaction. A repeated request
 * gets the answer of the first one; a write that fails leaves its key unused.
 */
export function answerOnce<T>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { actor, request }: WriteCall,
  write: (tx: Tx) => Promise<T>,
): Promise<T> {
  const key = keyOf(request);
  const { tenantId, token } = actor;
  return db.tenant(tenantId, async (tx) => {
    if (!(await holdToken(tx, actor))) throw new AppError('invalidToken');
    if (key === null) return write(tx);
    const asked = { tenantId, token, key, requestHash: hashOf(request) };
    if (await claimKey(tx, { ...asked, now: clock.now() })) {
      const answer = await write(tx);
      await storeAnswer(tx, { ...asked, answer });
      return answer;
    }
    const before = await findAnswer(tx, asked);
    if (before?.requestHash !== asked.requestHash) throw new AppError('idempotencyKeyReused');
    // The answer was stored by an equal request, so it has the type of this call.
    return before.answer as T;
  });
}

/** Returns the Idempotency-Key of the request, or `null` if it has none. */
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new AppError('badRequest', { text: 'An Idempotency-Key has 1 to 255 visible characters of ASCII' });
}

const hashOf = ({ method, url, body }: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest('base64url');
