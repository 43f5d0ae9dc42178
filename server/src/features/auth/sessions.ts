import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { SessionCookie, SessionToken } from '../../http/session-cookie.ts';
import { hashToken } from '../../lib/secrets.ts';
import { deleteSession, findSession, insertSession, setSessionExpiry } from './queries.ts';
import type { FoundSession, Login, SessionKey } from './queries.ts';
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

type SessionsContext = Pick<Context, 'db' | 'clock' | 'random'>;

/** Who is logged in: in the database for all processes, in a cookie for the browser. */
export class Sessions {
  readonly #ctx: SessionsContext;
  readonly #cookie: SessionCookie;
  readonly #cache = sessionCache();

  constructor(ctx: SessionsContext, cookie: SessionCookie) {
    this.#ctx = ctx;
    this.#cookie = cookie;
  }

  async findActor(request: FastifyRequest): Promise<Actor | null> {
    const token = this.#cookie.read(request);
    const key = token && keyOf(token);
    const session = key && (await this.#find(key));
    if (!session) return null;
    return {
      tenantId: key.tenantId,
      emailAddressId: session.emailAddressId,
      email: session.email,
      isOwner: session.isPrimary,
      hiddenSellerAccountIds: session.hiddenSellerAccountIds,
      sessionHash: key.sessionHash,
    };
  }

  /** Writes the session and hands its cookie out. */
  async start(reply: FastifyReply, login: Login & { readonly keepMeSignedIn: boolean }): Promise<void> {
    const { tenantId, emailAddressId, keepMeSignedIn } = login;
    const token = { tenantId, secret: this.#ctx.random.token() };
    const createdAt = this.#ctx.clock.now();
    const expiresAt = expiryOf({ keepMeSignedIn, createdAt }, createdAt);
    await this.#ctx.db.tenant(tenantId, async (tx) => {
      await insertSession(tx, { ...keyOf(token), emailAddressId, keepMeSignedIn, createdAt, expiresAt });
    });
    this.#cookie.set(reply, token, keepMeSignedIn ? lifetimes.kept.idleMs / 1000 : null);
  }

  async extend(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = this.#cookie.read(request);
    const key = token && keyOf(token);
    const session = key && (await this.#find(key));
    if (!session) return;
    const now = this.#ctx.clock.now();
    const expiresAt = expiryOf(session, now);
    await this.#ctx.db.tenant(key.tenantId, (tx) => setSessionExpiry(tx, { ...key, expiresAt }));
    this.#cache.drop(key);
    const secondsLeft = Math.floor((expiresAt.getTime() - now.getTime()) / 1000);
    this.#cookie.set(reply, token, session.keepMeSignedIn ? secondsLeft : null);
  }

  /** Ends the request's session, if it has one, and takes the cookie back. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = this.#cookie.read(request);
    this.#cookie.clear(reply);
    if (!token) return;
    const key = keyOf(token);
    await this.#ctx.db.tenant(key.tenantId, (tx) => deleteSession(tx, key));
    this.#cache.drop(key);
  }

  async #find(key: SessionKey): Promise<FoundSession | null> {
    const { db, clock } = this.#ctx;
    const now = clock.now();
    const known = this.#cache.get(key, now) ?? (await db.tenant(key.tenantId, (tx) => findSession(tx, key)));
    if (!known || known.expiresAt <= now) return null;
    this.#cache.put(key, known, now);
    return known;
  }
}

const keyOf = ({ tenantId, secret }: SessionToken): SessionKey => ({ tenantId, sessionHash: hashToken(secret) });

function expiryOf({ keepMeSignedIn, createdAt }: Lived, now: Date): Date {
  const { idleMs, absoluteMs } = keepMeSignedIn ? lifetimes.kept : lifetimes.brief;
  return new Date(Math.min(now.getTime() + idleMs, createdAt.getTime() + absoluteMs));
}
