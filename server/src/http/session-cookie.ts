import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken } from '../lib/secrets.ts';

/** The content of the session cookie. The tenant id is readable, because a session is looked up inside its tenant. */
export interface SessionToken {
  readonly tenantId: string;
  readonly secret: string;
}

interface CookieHolder {
  readonly emailAddressId: string;
  /** With `null` the cookie lasts until the browser closes. */
  readonly maxAgeSeconds: number | null;
}

export interface SessionCookie {
  /** Whether the browser sent a session cookie, valid or not. */
  isPresent(request: FastifyRequest): boolean;
  read(request: FastifyRequest): SessionToken | null;
  set(reply: FastifyReply, token: SessionToken, holder: CookieHolder): void;
  clear(reply: FastifyReply): void;
  /** The marks of log-ins that this browser completed before. They outlive the session. */
  readBrowserMarks(request: FastifyRequest): readonly string[];
  writeBrowserMarks(reply: FastifyReply, marks: readonly string[]): void;
}

/** More people than this rarely share a browser, and a cookie has 4,096 bytes. */
const mostMarks = 5;
const marksMaxAgeSeconds = 400 * 86_400;
const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

export function sessionCookie({ isSecure }: { readonly isSecure: boolean }): SessionCookie {
  // The `__Host-` prefix keeps other hosts of the same domain from setting the cookie. Browsers accept it over https
  // only.
  const name = isSecure ? '__Host-watchpost_session' : 'watchpost_session';
  // Scripts can read the marker cookie, but not the session cookie. The marker says that there may be a session, and
  // contains a hash of the logged-in person: when another person logs in in another tab, a page of the first person
  // must not act for the second.
  const markerName = isSecure ? '__Host-watchpost_login' : 'watchpost_login';
  const marksName = isSecure ? '__Host-watchpost_browser' : 'watchpost_browser';
  const base = { path: '/', sameSite: 'lax', secure: isSecure } as const;
  return {
    isPresent: (request) => Boolean(request.cookies[name]),
    read(request) {
      const [, tenantId, secret] = tokenPattern.exec(request.cookies[name] ?? '') ?? [];
      return tenantId && secret ? { tenantId, secret } : null;
    },
    set(reply, { tenantId, secret }, { emailAddressId, maxAgeSeconds }) {
      const options = { ...base, ...(maxAgeSeconds === null ? {} : { maxAge: maxAgeSeconds }) };
      reply.setCookie(name, `${tenantId}.${secret}`, { ...options, httpOnly: true });
      reply.setCookie(markerName, hashToken(`${tenantId} ${emailAddressId}`), options);
    },
    clear(reply) {
      reply.clearCookie(name, { ...base, httpOnly: true });
      reply.clearCookie(markerName, base);
    },
    readBrowserMarks: (request) => (request.cookies[marksName] ?? '').split('~').filter(Boolean).slice(0, mostMarks),
    writeBrowserMarks(reply, marks) {
      const options = { ...base, httpOnly: true, maxAge: marksMaxAgeSeconds };
      reply.setCookie(marksName, marks.slice(0, mostMarks).join('~'), options);
    },
  };
}
