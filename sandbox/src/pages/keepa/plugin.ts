import type { FastifyInstance } from 'fastify';
import { searchResults } from '../../world/model/search.ts';
import { PageRefusal, type PageContext } from '../page-context.ts';
import { answerPageCall, type PageCall } from '../page-call.ts';
import { keepaProduct } from './product-object.ts';
import { placeOf, readProductRequest, readSearchRequest } from './request.ts';

interface KeepaOptions {
  readonly key: string;
  /** Initial number of tokens, which is also the maximum. */
  readonly tokens: number;
  /** Tokens added per minute. */
  readonly refillRate: number;
}

interface KeepaAnswer {
  readonly body: object;
  readonly tokens: number;
}

const resultsPerPage = 10;
/** Price of one page of search results, independent of their number. */
const searchTokens = 10;

const errorTypes: Readonly<Record<number, string>> = { 402: 'paymentRequired', 429: 'notEnoughTokens' };

/** The second page provider, which imitates Keepa: `GET /keepa/product` and `/keepa/search`. */
export function keepa(context: PageContext, options: KeepaOptions): (app: FastifyInstance) => Promise<void> {
  const balance = createTokenBalance(options, () => context.world.clock.now());
  type Query = Record<string, string>;
  const pageCallOf = (
    operation: string,
    query: Query,
    read: (query: Query) => KeepaAnswer,
  ): Omit<PageCall, 'reply'> => ({
    operation,
    failureStatus: 500,
    answer: () => {
      if (query['key'] !== options.key) throw new PageRefusal(402, 'API key invalid or without a subscription');
      if (balance.left() <= 0) throw new PageRefusal(429, 'Not enough tokens');
      const { body, tokens } = read(query);
      balance.take(tokens);
      return { credits: tokens, body: { ...balance.state(tokens), processingTimeInMs: 5, ...body } };
    },
    refusal: ({ status, message }) => ({
      ...balance.state(0),
      error: { type: errorTypes[status] ?? 'invalidParameter', message, details: '' },
    }),
  });
  return async (app) => {
    app.get<{ Querystring: Query }>('/keepa/product', ({ query }, reply) =>
      answerPageCall(context, {
        ...pageCallOf('keepa.product', query, (request) => answerProducts(context, request)),
        reply,
      }),
    );
    app.get<{ Querystring: Query }>('/keepa/search', ({ query }, reply) =>
      answerPageCall(context, {
        ...pageCallOf('keepa.search', query, (request) => answerSearch(context, request)),
        reply,
      }),
    );
  };
}

/** Returns the requested products; an unknown ASIN is returned without data, as Keepa does. */
function answerProducts({ world }: PageContext, query: unknown): KeepaAnswer {
  const request = readProductRequest(query);
  const place = placeOf(request.domain);
  const found = request.asin.map((asin) => {
    const product = world.findProduct(asin, place.code);
    return product
      ? keepaProduct(world, product, request)
      : { asin, domainId: Number(request.domain), title: null, csv: null };
  });
  return { body: { products: found }, tokens: request.asin.length };
}

/** Returns ten unpaid results per page in the marketplace's order, a hundred in total. */
function answerSearch({ world }: PageContext, query: unknown): KeepaAnswer {
  const request = readSearchRequest(query);
  const place = placeOf(request.domain);
  const from = request.page * resultsPerPage;
  const results = searchResults(world, place.code, request.term).slice(from, from + resultsPerPage);
  const body =
    request['asins-only'] === '1'
      ? { asinList: results.map(({ asin }) => asin) }
      : {
          products: results.map(({ asin, title, product }) =>
            product ? keepaProduct(world, product, request) : { asin, title, domainId: Number(request.domain) },
          ),
        };
  return { body, tokens: searchTokens };
}

function createTokenBalance({ tokens, refillRate }: KeepaOptions, now: () => Date) {
  let left = tokens;
  let at = now().getTime();
  const refill = (): number => {
    const elapsedMinutes = (now().getTime() - at) / 60_000;
    at = now().getTime();
    left = Math.min(tokens, left + elapsedMinutes * refillRate);
    return left;
  };
  return {
    left: refill,
    take: (count: number): void => {
      left -= count;
    },
    state: (consumed: number) => ({
      timestamp: now().getTime(),
      tokensLeft: Math.floor(refill()),
      refillIn: 60_000,
      refillRate,
      tokenFlowReduction: 0,
      tokensConsumed: consumed,
    }),
  };
}
