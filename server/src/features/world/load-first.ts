import { packWorld } from '@app/shared/world/packed/packed-world.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { compressBeginning, joinGzip } from './joined-gzip.ts';
import { KeptBases, type KeptBase } from './kept-bases.ts';
import { viewOf } from './state.ts';
import { firstLoadFor, type FirstLoad } from './world.ts';
import type { WorldHead } from './world-queries.ts';

type LoadContext = Pick<Context, 'db' | 'config' | 'clock'>;

interface CompressedLoad {
  readonly head: WorldHead;
  readonly gzip: Buffer;
}

/**
 * If the changes are larger than this part of the base, the base is dropped: a new one costs less than sending the
 * changes to everyone.
 */
const largestRest = 1 / 8;
/** The usual size of the part of an answer that does not depend on changes. */
const usualRestBytes = 32_000;

/** Answers first loads in the packed format. The base of an earlier first load is reused. */
export function firstLoader(ctx: LoadContext): (actor: Actor) => Promise<CompressedLoad> {
  const bases = new KeptBases(ctx.clock, ctx.config.keptWorldBytes);
  return async (actor) => {
    const key = `${actor.tenantId} ${viewOf(actor, ctx.config)}`;
    const kept = bases.find(key);
    const load = await firstLoadFor(ctx, actor, kept);
    const base = await compressBase(load.base);
    const rest = JSON.stringify({ ...packWorld(load.rest), now: load.now.getTime() }).slice(1);
    const gzip = await joinGzip(base.gzip, `,${rest}`);
    const baseBytes = base.gzip.deflated.length;
    if (gzip.length - baseBytes > usualRestBytes + baseBytes * largestRest) bases.forget(key);
    else if (base !== kept) bases.keep(key, base);
    return { head: load.head, gzip };
  };
}

async function compressBase(base: FirstLoad<KeptBase>['base']): Promise<KeptBase> {
  if ('gzip' in base) return base;
  const { content, ...described } = base;
  return { ...described, gzip: await compressBeginning(`{"base":${JSON.stringify(content)}`) };
}
