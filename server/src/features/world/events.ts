import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/shared/base/errors.ts';
import type { Actor } from '../../http/actor.ts';
import type { Clock } from '../../lib/clock.ts';
import { Wake } from '../../lib/wake.ts';
import type { WorldFeed, WorldNews } from './feed.ts';

export interface StreamOptions {
  readonly actor: Actor;
  readonly feed: WorldFeed;
  readonly clock: Clock;
  /** Returns whether the session behind the stream is still valid. */
  isAlive(): Promise<boolean>;
  /**
   * Registers `close`, which is called when the session ends. Returns a function that removes it again, or `null` if
   * the session already has too many streams.
   */
  addStream(actor: Actor, close: () => void): (() => void) | null;
}

/** A heartbeat keeps proxies from closing the stream. The session is checked at the same interval. */
const heartbeatMs = 20_000;
const eventEveryMs = 1000;
const eventsAtOnce = 4;
const quietEveryMs = 2000;

/**
 * Limits a stream to one event per second on average, because the browser makes a request after each. After a quiet
 * time a few events are sent without delay, so that people see several changes of the same second. Changes of figures
 * only, which the sweeps of a large account find all day, are told together every two seconds: they would use up the
 * events of changes that people wait for.
 */
export class EventPace {
  #spentUntilMs = 0;
  #quietFromMs = 0;

  /** Returns how many milliseconds an event has to wait. */
  waitMs({ isQuiet }: Pick<WorldNews, 'isQuiet'>, nowMs: number): number {
    const fromMs = isQuiet ? this.#quietFromMs : this.#spentUntilMs - (eventsAtOnce - 1) * eventEveryMs;
    return Math.max(0, fromMs - nowMs);
  }

  /** Counts an event that is sent. */
  count({ isQuiet }: Pick<WorldNews, 'isQuiet'>, nowMs: number): void {
    if (!isQuiet) this.#spentUntilMs = Math.max(this.#spentUntilMs, nowMs) + eventEveryMs;
    this.#quietFromMs = nowMs + quietEveryMs;
  }
}

/**
 * Streams `world` events, and `deleted` events of seller accounts, until the browser disconnects, the session ends or
 * the server stops.
 */
export async function streamWorldEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  { actor, feed, clock, isAlive, addStream }: StreamOptions,
): Promise<void> {
  const gone = new AbortController();
  const removeStream = addStream(actor, () => gone.abort());
  if (!removeStream) throw new AppError('tooManyRequests');
  request.raw.on('close', () => gone.abort());
  // A browser that left while its session was looked up is not announced any more.
  if (reply.raw.destroyed) gone.abort();
  reply.hijack();
  reply.raw.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  reply.raw.write('retry: 2000\n\n');

  const bell = new Wake<true>();
  const heard: { news: WorldNews | null } = { news: null };
  const hear = ({ version, isQuiet }: WorldNews): void => {
    // One event tells of all changes since the one before it.
    heard.news = { version, isQuiet: isQuiet && (heard.news?.isQuiet ?? true) };
    bell.ring(true);
  };
  const unsubscribe = feed.subscribe(actor.tenantId, hear);
  const deleted: string[] = [];
  const ignoreDeletions = feed.onDeleted(actor.tenantId, (sellerId) => {
    if (!maySee(actor, sellerId)) return;
    deleted.push(sellerId);
    hear({ version: '', isQuiet: false });
  });
  const pace = new EventPace();
  try {
    let checkedAtMs = clock.now().getTime();
    while (!gone.signal.aborted) {
      const waitMs = heard.news ? pace.waitMs(heard.news, clock.now().getTime()) : heartbeatMs;
      const isRung = waitMs > 0 && (await bell.next(clock, { waitMs, signal: gone.signal }));
      if (gone.signal.aborted) return;
      const nowMs = clock.now().getTime();
      if (nowMs - checkedAtMs >= heartbeatMs) {
        if (!(await isAlive())) return;
        checkedAtMs = nowMs;
      }
      const { news } = heard;
      if (!news) {
        if (!isRung) reply.raw.write(': alive\n\n');
        continue;
      }
      // News that came while others waited may be told earlier than those.
      if (pace.waitMs(news, nowMs) > 0) continue;
      heard.news = null;
      for (const sellerId of deleted.splice(0)) {
        reply.raw.write(`event: deleted\ndata: ${JSON.stringify({ sellerId })}\n\n`);
      }
      reply.raw.write(`event: world\ndata: ${JSON.stringify({ version: news.version })}\n\n`);
      pace.count(news, nowMs);
    }
  } finally {
    unsubscribe();
    ignoreDeletions();
    removeStream();
    reply.raw.end();
  }
}

/**
 * True if the actor may see the account that was deleted. The owner may see all accounts: the owner's hidden ones are
 * only those that are being deleted.
 */
const maySee = ({ isOwner, hiddenSellerAccountIds }: Actor, sellerId: string): boolean =>
  isOwner || !hiddenSellerAccountIds.includes(sellerId);

function headersOf(reply: FastifyReply): Record<string, string> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}
