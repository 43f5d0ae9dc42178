import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/shared/base/errors.ts';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/actor.ts';
import type { SessionCookie, SessionToken } from '../../../http/session-cookie.ts';
import { hashToken } from '../../../lib/secrets.ts';
import { lockPassword } from '../../accounts/queries.ts';
import { browserName } from './browser-name.ts';
import { findKnownBrowser, newBrowserMark } from '../log-in/known-browser.ts';
import type { VerifiedLogin } from '../log-in/log-in.ts';
import type { Login } from '../log-in/queries.ts';
import type { Guesser } from '../log-in/throttle.ts';
import { OpenStreams } from './open-streams.ts';
import { renewSession } from './renew-session.ts';
import { sessionCache } from './session-cache.ts';
import { deleteSession, findSession, insertSession, setLastSeen, setSessionExpiry } from './session-queries.ts';
import type { FoundSession, SessionKey } from './session-queries.ts';
import { dayMs, hourMs } from '@app/shared/base/time.ts';

/**
 * Lifetimes of a session without an extension, and in total. The browser extends it every 45 minutes (specification,
 * section 9).
 */
const lifetimes = {
  kept: { idleMs: 30 * dayMs, absoluteMs: 90 * dayMs },
  brief: { idleMs: 12 * hourMs, absoluteMs: 7 * dayMs },
} as const;

/** The last visit is stored to the hour, because otherwise every request would write. */
const seenEveryMs = hourMs;

interface SessionAge {
  readonly keepMeSignedIn: boolean;
  readonly createdAt: Date;
}

interface NewLogin extends VerifiedLogin {
  readonly keepMeSignedIn: boolean;
}

type SessionsContext = Pick<Context, 'db' | 'clock' | 'random' | 'keys'>;

/** Manages sessions: in the database for all processes, and in a cookie for the browser. */
export class Sessions {
  readonly #ctx: SessionsContext;
  readonly #cookie: SessionCookie;
  readonly #cache = sessionCache();
  readonly #streams = new OpenStreams();

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
      isServed: session.isServed,
      lacksTwoFactor: session.lacksTwoFactor,
      operating: session.operating,
    };
  }

  /**
   * Ends the current session of the browser, creates a new one and sets its cookie. Throws `wrongCredentials` if the
   * password was changed after it had been verified: that ended all sessions, and this one would outlast them.
   */
  async start(request: FastifyRequest, reply: FastifyReply, login: NewLogin): Promise<void> {
    await this.end(request, reply);
    const { tenantId, emailAddressId, keepMeSignedIn } = login;
    const browser = browserName(request.headers['user-agent']);
    const token = { tenantId, secret: this.#ctx.random.token() };
    const createdAt = this.#ctx.clock.now();
    const expiresAt = expiryOf({ keepMeSignedIn, createdAt }, createdAt);
    await this.#ctx.db.tenant(tenantId, async (tx) => {
      if (!(await lockPassword(tx, login))) throw new AppError('wrongCredentials');
      await insertSession(tx, { ...keyOf(token), emailAddressId, keepMeSignedIn, browser, createdAt, expiresAt });
    });
    const maxAgeSeconds = keepMeSignedIn ? lifetimes.kept.idleMs / 1000 : null;
    this.#cookie.set(reply, token, { emailAddressId, maxAgeSeconds });
    this.markBrowser(request, reply, login);
  }

  /** The origin of a guess at a password or code. */
  guesserOf(request: FastifyRequest): Guesser {
    return { ip: request.ip, browserMarks: this.#cookie.readBrowserMarks(request) };
  }

  /** Marks a browser whose user has proved to be the person of this login. */
  markBrowser(request: FastifyRequest, reply: FastifyReply, login: Login): void {
    const { keys, random } = this.#ctx;
    const from = this.guesserOf(request);
    if (findKnownBrowser(keys, { login, from }) !== null) return;
    this.#cookie.writeBrowserMarks(reply, [newBrowserMark(keys, random, login), ...from.browserMarks]);
  }

  async extend(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = this.#cookie.read(request);
    const key = token && keyOf(token);
    const session = key && (await this.#find(key));
    if (!session) return;
    const now = this.#ctx.clock.now();
    const expiresAt = expiryOf(session, now);
    const isExtended = await this.#ctx.db.tenant(key.tenantId, (tx) => setSessionExpiry(tx, { ...key, expiresAt }));
    // A cached session may have been renewed since: this cookie would replace the one with its new secret.
    if (!isExtended) return;
    this.#cache.drop(key);
    this.#cookie.set(reply, token, cookieHolder({ ...session, expiresAt }, now));
  }

  /**
   * Gives the session of the request a new secret, because its password was given again. This process accepts the
   * former secret for up to a second, so that requests under way are answered.
   */
  async renew(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = this.#cookie.read(request);
    const former = token && keyOf(token);
    const session = former && (await this.#find(former));
    if (!session) return;
    const renewed = { tenantId: former.tenantId, secret: this.#ctx.random.token() };
    const now = this.#ctx.clock.now();
    const isRenewed = await this.#ctx.db.tenant(former.tenantId, (tx) =>
      renewSession(this.#ctx, tx, { former, ...keyOf(renewed), now }),
    );
    if (isRenewed) this.#cookie.set(reply, renewed, cookieHolder(session, now));
  }

  /** Ends the session of the request, if there is one, and clears the cookie. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = this.#cookie.read(request);
    this.#cookie.clear(reply);
    if (!token) return;
    const key = keyOf(token);
    await this.#ctx.db.tenant(key.tenantId, (tx) => deleteSession(tx, key));
    this.drop(key.tenantId, [key.sessionHash]);
  }

  /**
   * Drops sessions that were deleted or have other rights from the cache, and closes their streams; the browser of a
   * valid one opens its stream again. Other processes notice within a second, and streams at their next check.
   */
  drop(tenantId: string, sessionHashes: readonly string[]): void {
    for (const sessionHash of sessionHashes) {
      this.#cache.drop({ tenantId, sessionHash });
      this.#streams.closeAll({ tenantId, sessionHash });
    }
  }

  /**
   * Registers a stream that is closed with its session. Returns a function that removes the stream again, or `null` if
   * the session has too many streams.
   */
  addStream(session: SessionKey, close: () => void): (() => void) | null {
    return this.#streams.add(session, close);
  }

  async #find(key: SessionKey): Promise<FoundSession | null> {
    const now = this.#ctx.clock.now();
    const known = this.#cache.get(key, now) ?? (await this.#load(key, now));
    if (!known || known.expiresAt <= now) return null;
    // A session without the required second factor is never cached: a user who has just set one up must not be refused
    // because of a cached state, in any process.
    const awaitsTwoFactor = known.lacksTwoFactor || known.operating === 'needs two factor';
    if (!awaitsTwoFactor) this.#cache.put(key, known, now);
    return known;
  }

  #load(key: SessionKey, now: Date): Promise<FoundSession | null> {
    return this.#ctx.db.tenant(key.tenantId, async (tx) => {
      const found = await findSession(tx, key);
      const isDue = found && found.expiresAt > now && now.getTime() - found.lastSeenAt.getTime() >= seenEveryMs;
      if (isDue) await setLastSeen(tx, { ...key, now });
      return found;
    });
  }
}

const keyOf = ({ tenantId, secret }: SessionToken): SessionKey => ({ tenantId, sessionHash: hashToken(secret) });

const cookieHolder = ({ emailAddressId, keepMeSignedIn, expiresAt }: FoundSession, now: Date) => ({
  emailAddressId,
  maxAgeSeconds: keepMeSignedIn ? Math.floor((expiresAt.getTime() - now.getTime()) / 1000) : null,
});

function expiryOf({ keepMeSignedIn, createdAt }: SessionAge, now: Date): Date {
  const { idleMs, absoluteMs } = keepMeSignedIn ? lifetimes.kept : lifetimes.brief;
  return new Date(Math.min(now.getTime() + idleMs, createdAt.getTime() + absoluteMs));
}
