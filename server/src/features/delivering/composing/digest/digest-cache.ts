import { LRUCache } from 'lru-cache';
import type { Context } from '../../../../context.ts';
import type { Actor } from '../../../../http/actor.ts';
import { listFreshness } from '../../../observing/freshness.ts';
import { worldFor } from '../../../world/world.ts';
import { briefOf, type Brief } from './digest-brief.ts';
import { countSolved, findComebacks, listImprovements } from './digest-flip-queries.ts';
import type { DigestNews } from './digest-mail-input.ts';

type BriefContext = Pick<Context, 'db' | 'clock' | 'config'>;

/**
 * The lifetime of cached content is limited, because the ages and the freshness in a brief refer to the time when it
 * was composed.
 */
const longestMs = 60_000;
/** Maximum number of products in all cached briefs; a product takes about 2 kB. */
const mostProducts = 20_000;
/** Maximum number of flips and items in all cached news; one takes about 0.5 kB. */
const mostNews = 20_000;

/** The reader of a digest, with the version of the tenant's world that it tells. */
interface ReaderOfWorld {
  readonly actor: Actor;
  readonly worldVersion: string;
}

interface NewsSince {
  readonly actor: Actor;
  readonly brief: Brief;
  readonly since: Date;
}

/**
 * Shares the content of digests between the addresses of a tenant that may see the same seller accounts, while its world
 * does not change. Their digests are due at the same minute, and the content needs some fifteen statements. Digests that
 * are composed at the same time wait for one load.
 */
export class DigestCache {
  readonly #briefs: LRUCache<string, { readonly brief: Brief | null }, Actor>;
  readonly #news: LRUCache<string, DigestNews, NewsSince>;

  constructor(ctx: BriefContext) {
    const expiry = { ttl: longestMs, ttlResolution: 0, perf: { now: () => ctx.clock.now().getTime() } };
    this.#briefs = new LRUCache({
      ...expiry,
      maxSize: mostProducts,
      sizeCalculation: ({ brief }) => 1 + (brief?.byId.size ?? 0),
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _stale, { context }) => ({ brief: await composeBrief(ctx, context) }),
    });
    this.#news = new LRUCache({
      ...expiry,
      maxSize: mostNews,
      sizeCalculation: ({ improvements, comebacks }) => 1 + improvements.length + comebacks.size,
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context }) => loadNews(ctx, context),
    });
  }

  /** Returns `null` if no product is watched. */
  async brief(reader: ReaderOfWorld): Promise<Brief | null> {
    const { brief } = await this.#briefs.forceFetch(keyOf(reader), { context: reader.actor });
    return brief;
  }

  /** Returns the changes since the instant `since`, for the readers of the brief. */
  news(reader: ReaderOfWorld, { brief, since }: { readonly brief: Brief; readonly since: Date }): Promise<DigestNews> {
    const context = { actor: reader.actor, brief, since };
    return this.#news.forceFetch(`${keyOf(reader)} ${since.getTime()}`, { context });
  }
}

/** A digest contains nothing that only the owner may see. */
const keyOf = ({ actor: { tenantId, hiddenSellerAccountIds }, worldVersion }: ReaderOfWorld): string =>
  JSON.stringify([tenantId, worldVersion, hiddenSellerAccountIds.toSorted()]);

async function composeBrief(ctx: BriefContext, actor: Actor): Promise<Brief | null> {
  const now = ctx.clock.now();
  const { answer } = await worldFor(ctx, { actor, state: undefined });
  if (answer === null || answer.products.length === 0) return null;
  return ctx.db.snapshot(actor.tenantId, async (tx) =>
    briefOf({ world: answer, sources: await listFreshness(tx, actor, now), now }),
  );
}

function loadNews(ctx: BriefContext, { actor, brief, since }: NewsSince): Promise<DigestNews> {
  const { tenantId, hiddenSellerAccountIds } = actor;
  const flipped = { tenantId, since, hiddenSellerAccountIds };
  return ctx.db.snapshot(tenantId, async (tx) => ({
    improvements: await listImprovements(tx, flipped),
    comebacks: await findComebacks(tx, { ...flipped, itemIds: [...brief.open.keys()] }),
    solved: await countSolved(tx, flipped),
  }));
}
