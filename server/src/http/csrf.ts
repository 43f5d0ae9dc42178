import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const csrfHeader = 'X-CSRF-TOKEN';
const cookieName = 'watchpost_csrf';

export interface CsrfOptions {
  readonly key: Buffer;
  readonly isSecure: boolean;
  newToken(): string;
}

/**
 * A secret cookie and its signature in a header: another site can make the browser send the first but cannot read
 * or set the second.
 */
export function issueCsrfToken(request: FastifyRequest, reply: FastifyReply, options: CsrfOptions): string {
  const secret = request.cookies[cookieName] ?? options.newToken();
  reply.setCookie(cookieName, secret, { path: '/', httpOnly: true, sameSite: 'lax', secure: options.isSecure });
  return sign(secret, options.key);
}

export function hasValidCsrfToken(request: FastifyRequest, key: Buffer): boolean {
  const secret = request.cookies[cookieName];
  const sent = request.headers[csrfHeader.toLowerCase()];
  if (!secret || typeof sent !== 'string') return false;
  const expected = Buffer.from(sign(secret, key));
  const actual = Buffer.from(sent);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

const sign = (secret: string, key: Buffer): string =>
  createHmac('sha256', key).update(`csrf:${secret}`).digest('base64url');
