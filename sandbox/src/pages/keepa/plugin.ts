import type { FastifyInstance } from 'fastify';
import { searchResults } from '../../world/model/search.ts';
import { PageRefusal, type PageDesk } from '../page-desk.ts';
import { visitPage, type PageVisit } from '../page-visit.ts';
import { keepaProduct } from './product-object.ts';
import { placeOf, readProductRequest, readSearchRequest } from './request.ts';

export interface KeepaOptions {
  readonly key: string;
  /** Initial number of tokens, which is also the maximum. */
  readonly tokens: number;
  /** Tokens added per minute. */
  readonly refillRate: number;
}

interface Answered {
  readonly body: object;
  readonly tokens: number;
}

const resultsPerPage = 10;
/** Price of one page of search results, independent of their number. */
const searchTokens = 10;

const errorTypes: Readonly<Record<number, string>> = { 402: 'paymentRequired', 429: 'notEnoughTokens' };

/** The second page provider, which imitates Keepa: `GET /keepa/product` and `/keepa/search`. */
export function keepa(desk: PageDesk, options: KeepaOptions): (app: FastifyInstance) => Promise<void> {
  const purse = createPurse(options, () => desk.world.clock.now());
  type Query = Record<string, string>;
  const visit = (operation: string, query: Query, read: (query: Query) => Answered): Omit<PageVisit, 'reply'> => ({
    operation,
    failureStatus: 500,
    answer: () => {
      if (query['key'] !== options.key) throw new PageRefusal(402, 'API key invalid or without a subscription');
      if (purse.left() <= 0) throw new PageRefusal(429, 'Not enough tokens');
      const { body, tokens } = read(query);
      purse.take(tokens);
      return { credits: tokens, body: { ...purse.state(tokens), processingTimeInMs: 5, ...body } };
    },
    refusal: ({ status, message }) => ({
      ...purse.state(0),
      error: { type: errorTypes[status] ?? 'invalidParameter', message, details: '' },
    }),
  });
  return async (app) => {
    app.get<{ Querystring: Query }>('/keepa/product', ({ query }, reply) =>
      visitPage(desk, { ...visit('keepa.product', query, (asked) => products(desk, asked)), reply }),
    );
    app.get<{ Querystring: Query }>('/keepa/search', ({ query }, reply) =>
      visitPage(desk, { ...visit('keepa.search', query, (asked) => search(desk, asked)), reply }),
    );
  };
}

/** Returns the requested products; an unknown ASIN is returned without data, as Keepa does. */
function products({ world }: PageDesk, query: unknown): Answered {
  const asked = readProductRequest(query);
  const place = placeOf(asked.domain);
  const found = asked.asin.map((asin) => {
    const product = world.findProduct(asin, place.code);
    return product
      ? keepaProduct(world, product, asked)
      : { asin, domainId: Number(asked.domain), title: null, csv: null };
  });
  return { body: { products: found }, tokens: asked.asin.length };
}

/** Returns ten unpaid results per page in the marketplace's order, a hundred in total. */
function search({ world }: PageDesk, query: unknown): Answered {
  const asked = readSearchRequest(query);
  const place = placeOf(asked.domain);
  const from = asked.page * resultsPerPage;
  const results = searchResults(world, place.code, asked.term).slice(from, from + resultsPerPage);
  const body =
    asked['asins-only'] === '1'
      ? { asinList: results.map(({ asin }) => asin) }
      : {
          products: results.map(({ asin, title, product }) =>
            product ? keepaProduct(world, product, asked) : { asin, title, domainId: Number(asked.domain) },
          ),
        };
  return { body, tokens: searchTokens };
}

function createPurse({ tokens, refillRate }: KeepaOptions, now: () => Date) {
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
