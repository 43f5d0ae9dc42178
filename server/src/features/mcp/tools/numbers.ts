import * as z from 'zod/mini';
import { listSales } from '@app/shared/contract/public-api/products.ts';
import { readKeywordRanks } from '../../public-api/reads/keywords.ts';
import { readSales, readSalesTotals } from '../../public-api/reads/sales.ts';
import { readStock } from '../../public-api/reads/stock.ts';
import { fitAnswer } from '../answers/fit.ts';
import {
  asOf,
  measureShape,
  nextCursor,
  pageInput,
  productFields,
  productFieldsOf,
  productIdInput,
  untrusted,
} from '../answers/shapes.ts';
import { cleanText } from '../answers/untrusted.ts';
import { tool } from '../tool.ts';
import { productFilter } from './products.ts';

const { from, to, marketplace } = listSales.query.def.shape;
export const dayInputs = {
  from: z.clone(from).check(z.describe('The first day, YYYY-MM-DD')),
  to: z.clone(to).check(z.describe('The last day, YYYY-MM-DD')),
};

const shopFields = { marketplace: z.string(), timeZone: z.string(), sellerId: z.string() };

export const salesSummary = tool({
  name: 'sales_summary',
  title: 'Sales',
  description:
    'Returns units sold: the totals of the range by marketplace and seller account, and the days, the newest first. Days are those of the marketplace in timeZone. Without dates it covers the last 30 days. A value of null is not known, which is not zero.',
  input: z.object({ ...pageInput, ...dayInputs, marketplace, productId: z.optional(productIdInput) }),
  output: z.object({
    asOf,
    from: z.string(),
    to: z.string(),
    totals: z
      .array(
        z.object({
          ...shopFields,
          unitsSold: measureShape,
          promotionUnits: measureShape,
          knownDays: measureShape,
          unknownDays: measureShape,
        }),
      )
      .check(z.describe('The sums of the known days of the whole range')),
    areTotalsComplete: z
      .boolean()
      .check(z.describe('False if there are more totals than fit; ask for one marketplace at a time then')),
    days: z.array(
      z.object({
        date: z.string(),
        ...shopFields,
        unitsSold: measureShape,
        promotionUnits: measureShape,
        isFinal: z.boolean().check(z.describe('False while the numbers may still grow')),
      }),
    ),
    nextCursor,
  }),
  async answer({ ctx, program, input, now }) {
    const { limit: _limit, cursor: _cursor, ...range } = input;
    const { totals, ...days } = await readSalesTotals(ctx, program, range);
    return fitAnswer(input.limit, async (limit) => {
      const page = await readSales(ctx, program, { ...input, limit });
      return {
        asOf: now,
        ...days,
        totals: totals.slice(0, limit),
        areTotalsComplete: totals.length <= limit,
        days: page.data,
        nextCursor: page.nextCursor,
      };
    });
  },
});

export const stockRunway = tool({
  name: 'stock_runway',
  title: 'Stock and how long it lasts',
  description:
    'Returns the stock of products, how many units sell a day, and how many days the stock lasts at this pace. The newest products come first.',
  input: z.object({ ...pageInput, ...productFilter }),
  output: z.object({
    asOf,
    products: z.array(
      z.object({
        ...productFields,
        sellerId: z.string(),
        atAmazon: measureShape,
        inbound: measureShape,
        atSeller: measureShape,
        soldPerDay: measureShape,
        daysLeft: measureShape,
        untrusted: untrusted({ name: z.string() }),
      }),
    ),
    nextCursor,
  }),
  answer: ({ ctx, program, input, now }) =>
    fitAnswer(input.limit, async (limit) => {
      const page = await readStock(ctx, program, { ...input, limit });
      const products = page.data.map(({ product, ...numbers }) => ({
        ...productFieldsOf(product),
        ...numbers,
        untrusted: { name: cleanText(product.name) },
      }));
      return { asOf: now, products, nextCursor: page.nextCursor };
    }),
});

export const keywordRanks = tool({
  name: 'keyword_ranks',
  title: 'Places in search results',
  description:
    'Returns the place of products in the search results for the keywords that people watch. A rank of null with an observedAt means that the product was not among the results that were read.',
  input: z.object({ ...pageInput, productId: z.optional(productIdInput) }),
  output: z.object({
    asOf,
    keywords: z.array(
      z.object({
        issueId: z.string(),
        ...productFields,
        sellerId: z.string(),
        rank: measureShape,
        alertAfterRank: measureShape,
        untrusted: untrusted({ keyword: z.string(), productName: z.string() }),
      }),
    ),
    nextCursor,
  }),
  answer: ({ ctx, program, input, now }) =>
    fitAnswer(input.limit, async (limit) => {
      const page = await readKeywordRanks(ctx, program, { ...input, limit });
      const keywords = page.data.map(({ watchDogId, keyword, product, sellerId, rank, alertAfterRank }) => ({
        issueId: watchDogId,
        ...productFieldsOf(product),
        sellerId,
        rank,
        alertAfterRank,
        untrusted: { keyword: cleanText(keyword), productName: cleanText(product.name) },
      }));
      return { asOf: now, keywords, nextCursor: page.nextCursor };
    }),
});
