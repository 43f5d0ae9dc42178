import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { SessionCookie, SessionToken } from '../../http/session-cookie.ts';
import { hashToken } from '../../lib/secrets.ts';
import { deleteExpiredSessions, deleteSession, findSession, insertSession, setSessionExpiry } from './queries.ts';
import type { FoundSession, Login } from './queries.ts';
import { sessionCache } from './session-cache.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** How long a session lives without being extended, and at most. The browser extends every 45 minutes (section 9). */
const lifetimes = {
  kept: { idleMs: 30 * dayMs, absoluteMs: 90 * dayMs },
  brief: { idleMs: 12 * hourMs, absoluteMs: 7 * dayMs },
} as const;

interface Lived {
  readonly keepMeSignedIn: boolean;
  readonly createdAt: Date;
}

export interface Sessions {
  findActor(request: FastifyRequest): Promise<Actor | null>;
  /** Writes the session and hands its cookie out. */
  start(reply: FastifyReply, login: Login & { readonly keepMeSignedIn: boolean }): Promise<void>;
  extend(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Ends the request's session, if it has one, and takes the cookie back. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

type SessionsContext = Pick<Context, 'db' | 'clock' | 'random'>;

export function createSessions(ctx: SessionsContext, cookie: SessionCookie): Sessions {
  const cache = sessionCache();

  async function find(token: SessionToken): Promise<FoundSession | null> {
    const now = ctx.clock.now();
    const key = keyOf(token);
    const known = cache.get(key.sessionHash, now) ?? (await ctx.db.tenant(key.tenantId, (tx) => findSession(tx, key)));
    if (!known || known.expiresAt <= now) return null;
    cache.put(key.sessionHash, known, now);
    return known;
  }

  return {
    async findActor(request) {
      const token = cookie.read(request);
      const session = token && (await find(token));
      if (!session) return null;
      return {
        tenantId: token.tenantId,
        emailAddressId: session.emailAddressId,
        email: session.email,
        isOwner: session.isPrimary,
        hiddenSellerAccountIds: session.hiddenSellerAccountIds,
        sessionHash: hashToken(token.secret),
      };
    },

    async start(reply, { tenantId, emailAddressId, keepMeSignedIn }) {
      const token = { tenantId, secret: ctx.random.token() };
      const createdAt = ctx.clock.now();
      const expiresAt = expiryOf({ keepMeSignedIn, createdAt }, createdAt);
      await ctx.db.tenant(tenantId, async (tx) => {
        await deleteExpiredSessions(tx, { tenantId, now: createdAt });
        await insertSession(tx, { ...keyOf(token), emailAddressId, keepMeSignedIn, createdAt, expiresAt });
      });
      cookie.set(reply, token, keepMeSignedIn ? lifetimes.kept.idleMs / 1000 : null);
    },

    async extend(request, reply) {
      const token = cookie.read(request);
      const session = token && (await find(token));
      if (!session) return;
      const now = ctx.clock.now();
      const expiresAt = expiryOf(session, now);
      const key = keyOf(token);
      await ctx.db.tenant(key.tenantId, (tx) => setSessionExpiry(tx, { ...key, expiresAt }));
      cache.drop(key.sessionHash);
      const secondsLeft = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
      cookie.set(reply, token, session.keepMeSignedIn ? secondsLeft : null);
    },

    async end(request, reply) {
      const token = cookie.read(request);
      cookie.clear(reply);
      if (!token) return;
      const key = keyOf(token);
      await ctx.db.tenant(key.tenantId, (tx) => deleteSession(tx, key));
      cache.drop(key.sessionHash);
    },
  };
}

const keyOf = ({ tenantId, secret }: SessionToken) => ({ tenantId, sessionHash: hashToken(secret) });

function expiryOf({ keepMeSignedIn, createdAt }: Lived, now: Date): Date {
  const { idleMs, absoluteMs } = keepMeSignedIn ? lifetimes.kept : lifetimes.brief;
  return new Date(Math.min(now.getTime() + idleMs, createdAt.getTime() + absoluteMs));
}
