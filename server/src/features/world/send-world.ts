import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { packWorld } from '@app/shared/world/packed/packed-world.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { SharedAnswers } from '../../lib/shared-answers.ts';
import type { WorldFeed } from './feed.ts';
import { firstLoader } from './load-first.ts';
import { readState, viewOf, type WorldState } from './state.ts';
import { worldFor, worldPage, type WorldReply, type WorldRequest } from './world.ts';

type SendContext = Pick<Context, 'db' | 'config' | 'clock'>;

interface WorldCall {
  readonly actor: Actor;
  readonly query: ParsedRequest<typeof stateOfTheWorld>['query'];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The changes since the state that a browser holds. */
interface PackedDelta {
  /** False if the state that the browser holds cannot be continued, so that a full answer is needed. */
  readonly isContinued: boolean;
  /** The changes as JSON, without the last brace and without the viewer's address; `null` if nothing has changed. */
  readonly text: string | null;
}

/**
 * How long a delta is shared. Browsers ask within milliseconds of the same change, while the ages of products and
 * troubles of accounts in the delta change with time.
 */
const sharedForMs = 2000;

/** Answers polls and first loads, most of them without a query. */
export function worldSender(ctx: SendContext, feed: WorldFeed) {
  const loadFirst = firstLoader(ctx);
  const deltas = new SharedAnswers<PackedDelta>(ctx.clock, sharedForMs);
  const read = async (wanted: WorldRequest): Promise<WorldReply> => {
    const remember = feed.look();
    const answered = await worldFor(ctx, wanted);
    remember(wanted.actor.tenantId, answered.head);
    return answered;
  };
  const readDelta = async (actor: Actor, state: string | undefined): Promise<PackedDelta> => {
    const { isContinued, answer } = await read({ actor, state, isDeltaOnly: true });
    if (!answer) return { isContinued, text: null };
    const { userEmail: _, ...shared } = packWorld(answer);
    return { isContinued, text: JSON.stringify(shared).slice(0, -1) };
  };
  return async ({ actor, query, request, reply }: WorldCall) => {
    const page = pageAskedFor(query);
    if (page) return reply.send(await worldPage(ctx, actor, page));
    const view = viewOf(actor, ctx.config);
    const known = feed.versionOf(actor.tenantId);
    const held = readState(query.state);
    const isContinued = known !== undefined && held?.epoch === known.epoch && held.view === view;
    if (isContinued && isCurrent(held, known)) return reply.code(304).send();
    if (isContinued && query.packed) {
      // The state contains the viewer's rights to products. Only owners see troubles of addresses, so the key tells
      // them apart.
      const key = `${actor.tenantId} ${actor.isOwner} ${query.state} ${known.version}`;
      const delta = await deltas.find(key, () => readDelta(actor, query.state));
      if (delta.text !== null) {
        const json = `${delta.text},"userEmail":${JSON.stringify(actor.email)}}`;
        return reply.type('application/json; charset=utf-8').send(json);
      }
      if (delta.isContinued) return reply.code(304).send();
    }

    const isInParts = query.packed && query.parts && acceptsGzip(request.headers['accept-encoding']);
    if (held || !isInParts) {
      const answered = await read({ actor, state: query.state, isDeltaOnly: Boolean(isInParts) });
      if (answered.answer) return reply.send(query.packed ? packWorld(answered.answer) : answered.answer);
      if (answered.isContinued) return reply.code(304).send();
    }
    const remember = feed.look();
    const { head, gzip } = await loadFirst(actor);
    remember(actor.tenantId, head);
    return reply
      .type('application/json; charset=utf-8')
      .headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
      .send(gzip);
  };
}

export const acceptsGzip = (accepted = ''): boolean => /\bgzip\b(?! *; *q=0(?:\.0+)?(?: |,|$))/.test(accepted);

/** Returns the requested page of the table or single products; `null` for requests that concern the whole world. */
function pageAskedFor({ page, productIds, q, accounts, markets, problems, sort }: WorldCall['query']) {
  if (page === undefined && productIds === undefined) return null;
  return {
    page: page ?? 0,
    words: (q ?? '').toLowerCase().split(/\s+/).filter(Boolean),
    sellerAccountIds: idsIn(accounts),
    marketplaces: partsOf(markets),
    productIds: idsIn(productIds),
    problemsFirst: problems !== 'false',
    sort: sort ?? null,
  };
}

const partsOf = (text = ''): readonly string[] => text.split(',').filter(Boolean);

/** Reads a list of ids. An invalid id becomes one that matches nothing. */
const idsIn = (text: string | undefined): readonly string[] =>
  partsOf(text).map((part) => (/^[1-9][0-9]{0,17}$/.test(part) ? part : '0'));

const isCurrent = (held: WorldState | null, known: { readonly version: string }): boolean =>
  held?.version === known.version;
