import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const csrfHeader = 'X-CSRF-TOKEN';
// The `__Host-` prefix keeps other hosts of the same domain from planting a secret whose signature they know.
const cookieName = (isSecure: boolean): string => (isSecure ? '__Host-watchpost_csrf' : 'watchpost_csrf');

export interface CsrfOptions {
  readonly key: Buffer;
  readonly isSecure: boolean;
}

/** Derives a separate signing key from the encryption key that all processes of an installation share. */
export const csrfKeyFrom = (encryptionKey: Buffer): Buffer =>
  createHmac('sha256', encryptionKey).update('csrf').digest();

/**
 * Sets a secret cookie and returns its signature for a header: another site can make the browser send the cookie, but
 * can neither read nor set the header.
 */
export function issueCsrfToken(
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { key, isSecure, newToken }: CsrfOptions & { newToken(): string },
): string {
  const name = cookieName(isSecure);
  const secret = request.cookies[name] || newToken();
  reply.setCookie(name, secret, { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure });
  return sign(secret, key);
}

export function hasValidCsrfToken(request: FastifyRequest, { key, isSecure }: CsrfOptions): boolean {
  const secret = request.cookies[cookieName(isSecure)];
  const sent = request.headers[csrfHeader.toLowerCase()];
  if (!secret || typeof sent !== 'string') return false;
  const expected = Buffer.from(sign(secret, key));
  const actual = Buffer.from(sent);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

const sign = (secret: string, key: Buffer): string =>
  createHmac('sha256', key).update(`csrf:${secret}`).digest('base64url');
