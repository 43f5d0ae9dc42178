import { LRUCache } from 'lru-cache';
import type { Context } from '../../../../context.ts';
import type { Actor } from '../../../../http/actor.ts';
import { listFreshness } from '../../../observing/freshness.ts';
import { worldFor } from '../../../world/world.ts';
import { briefOf, type Brief } from './digest-brief.ts';

type BriefContext = Pick<Context, 'db' | 'clock' | 'config'>;

/** Ages and freshness in a brief are those of the moment when it was composed. */
const longestMs = 60_000;
/** Products of all cached briefs together; one takes about 2 kB. */
const mostProducts = 20_000;

/**
 * The addresses of one tenant that may see the same seller accounts share a brief while its world does not change: their
 * digests are due at the same minute, and a brief costs a dozen statements.
 */
export class BriefCache {
  readonly #ctx: BriefContext;
  readonly #briefs: LRUCache<string, { readonly brief: Brief | null }>;

  constructor(ctx: BriefContext) {
    this.#ctx = ctx;
    this.#briefs = new LRUCache({
      maxSize: mostProducts,
      sizeCalculation: ({ brief }) => 1 + (brief?.byId.size ?? 0),
      ttl: longestMs,
      ttlResolution: 0,
      perf: { now: () => ctx.clock.now().getTime() },
    });
  }

  /** Returns `null` where no product is watched. */
  async of(actor: Actor, worldVersion: string): Promise<Brief | null> {
    const { tenantId, isOwner, hiddenSellerAccountIds } = actor;
    const key = JSON.stringify([tenantId, worldVersion, isOwner, hiddenSellerAccountIds.toSorted()]);
    const cached = this.#briefs.get(key);
    if (cached) return cached.brief;
    const brief = await composeBrief(this.#ctx, actor);
    this.#briefs.set(key, { brief });
    return brief;
  }
}

async function composeBrief(ctx: BriefContext, actor: Actor): Promise<Brief | null> {
  const now = ctx.clock.now();
  const { answer } = await worldFor(ctx, { actor, state: undefined });
  if (answer === null || answer.products.length === 0) return null;
  return ctx.db.snapshot(actor.tenantId, async (tx) =>
    briefOf({ world: answer, sources: await listFreshness(tx, actor, now), now }),
  );
}
