import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ParsedRequest } from '@app/shared/contract/endpoint.ts';
import type { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { packWorld } from '@app/shared/world/packed/packed-world.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import { compressAnswer, encodingOf, AnswerCache } from './answer-cache.ts';
import type { WorldFeed } from './feed.ts';
import { readState, viewOf, type WorldState } from './state.ts';
import { worldFor, worldPage } from './world.ts';

type SendContext = Pick<Context, 'db' | 'config' | 'clock'>;

interface WorldCall {
  readonly actor: Actor;
  readonly query: ParsedRequest<typeof stateOfTheWorld>['query'];
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Answers polls and first loads, most of them without a query. */
export function worldSender(ctx: SendContext, feed: WorldFeed) {
  const kept = new AnswerCache(ctx.clock);
  return async ({ actor, query, request, reply }: WorldCall) => {
    const page = pageAskedFor(query);
    if (page) return reply.send(await worldPage(ctx, actor, page));
    const view = viewOf(actor, ctx.config);
    const known = feed.versionOf(actor.tenantId);
    const held = readState(query.state);
    const isContinued = known !== undefined && held?.epoch === known.epoch && held.view === view;
    if (isContinued && isCurrent(held, known)) return reply.code(304).send();

    const encoding = query.packed ? encodingOf(request.headers['accept-encoding']) : null;
    const key = `${actor.tenantId} ${actor.emailAddressId} ${view} ${encoding}`;
    const sent = encoding && known && !isContinued ? kept.find(key, known) : null;
    if (encoding && sent) return sendBytes(reply, sent, encoding);

    const remember = feed.look();
    const { head, answer } = await worldFor(ctx, { actor, state: query.state });
    remember(actor.tenantId, head);
    if (!answer) return reply.code(304).send();
    if (!query.packed) return reply.send(answer);
    if (!encoding || !answer.full) return reply.send(packWorld(answer));
    const bytes = await compressAnswer(JSON.stringify(packWorld(answer)), encoding);
    kept.keep(key, { epoch: head.epoch, version: head.version, bytes });
    return sendBytes(reply, bytes, encoding);
  };
}

/** Only the paged table requests a page or single products; other requests concern the whole world. */
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

/** Turns an invalid id into one that matches nothing. */
const idsIn = (text: string | undefined): readonly string[] =>
  partsOf(text).map((part) => (/^[1-9][0-9]{0,17}$/.test(part) ? part : '0'));

const isCurrent = (held: WorldState | null, known: { readonly version: string }): boolean =>
  held?.version === known.version;

const sendBytes = (reply: FastifyReply, bytes: Buffer, encoding: string): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .headers({ 'content-encoding': encoding, vary: 'accept-encoding' })
    .send(bytes);
