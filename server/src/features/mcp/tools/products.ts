import * as z from 'zod/mini';
import type { Answer } from '@app/shared/contract/endpoint.ts';
import { listProducts } from '@app/shared/contract/public-api/products.ts';
import { issueStatusNames } from '@app/shared/contract/public-api/shapes.ts';
import { measure } from '../../public-api/reads/measures.ts';
import { readProduct, readProducts } from '../../public-api/reads/products.ts';
import { fitAnswer } from '../answers/fit.ts';
import {
  asOf,
  measureShape,
  moneyShape,
  nextCursor,
  pageInput,
  productFields,
  productFieldsOf,
  productIdInput,
  untrusted,
} from '../answers/shapes.ts';
import { cleanText, cleanTextOrNull } from '../answers/untrusted.ts';
import { tool } from '../tool.ts';

const { q, marketplace, sellerId } = listProducts.query.def.shape;
export const productFilter = {
  q: z.clone(q).check(z.describe('Words, each of which occurs in the name or the ASIN')),
  marketplace,
  sellerId,
};

const apiProduct = {
  ...productFields,
  sellerId: z.string(),
  parentAsin: z.nullable(z.string()),
  isActive: z.nullable(z.boolean()),
  price: moneyShape,
  fbaFee: moneyShape,
  starRating: measureShape,
  reviews: measureShape,
  bestSellerRank: measureShape,
  openAlerts: measureShape,
  openWarnings: measureShape,
  untrusted: untrusted({ name: z.string(), title: z.nullable(z.string()) }),
};

type ApiProduct = Answer<typeof listProducts>['data'][number];

const apiProductOf = (product: ApiProduct, now: string) => ({
  ...productFieldsOf(product),
  sellerId: product.sellerId,
  parentAsin: cleanTextOrNull(product.parentAsin),
  isActive: product.isActive,
  price: product.price,
  fbaFee: product.fbaFee,
  starRating: product.starRating,
  reviews: product.reviews,
  bestSellerRank: product.bestSellerRank,
  openAlerts: measure(product.openIssues.alerts, 'alerts', now),
  openWarnings: measure(product.openIssues.warnings, 'warnings', now),
  untrusted: { name: cleanText(product.name), title: cleanTextOrNull(product.title) },
});

export const searchProducts = tool({
  name: 'search_products',
  title: 'Search products',
  description:
    'Finds tracked products by words of their name or by ASIN, the newest first, with price, rating, rank and the number of open problems. Without words it lists all products.',
  input: z.object({ ...pageInput, ...productFilter }),
  output: z.object({ asOf, products: z.array(z.object(apiProduct)), nextCursor }),
  answer: ({ ctx, program, input, now }) =>
    fitAnswer(input.limit, async (limit) => {
      const page = await readProducts(ctx, program, { ...input, limit });
      return {
        asOf: now,
        products: page.data.map((product) => apiProductOf(product, now)),
        nextCursor: page.nextCursor,
      };
    }),
});

const mostIssues = 50;

export const getProduct = tool({
  name: 'get_product',
  title: 'One product',
  description:
    'Returns the state of one product: price, fees, rating, rank, stock, its open problems, and when each part of it was last checked.',
  input: z.object({ productId: productIdInput }),
  output: z.object({
    asOf,
    ...apiProduct,
    stock: z.object({ atAmazon: measureShape, inbound: measureShape, atSeller: measureShape }),
    problems: z.array(
      z.object({
        issueId: z.string(),
        watchdog: z.string(),
        headline: z.string(),
        level: z.enum(['alert', 'warning']),
        since: z.nullable(z.string()),
        status: z.enum(issueStatusNames),
        mutedUntil: z.nullable(z.string()),
        untrusted: untrusted({ message: z.nullable(z.string()) }),
      }),
    ),
    freshness: z.array(z.object({ aspect: z.string(), lastCheckedAt: z.nullable(z.string()), isLate: z.boolean() })),
    isComplete: z.boolean().check(z.describe('False if problems are left out')),
  }),
  async answer({ ctx, program, input, now }) {
    const product = await readProduct(ctx, program, input.productId);
    return fitAnswer(mostIssues, async (issues) => ({
      asOf: now,
      ...apiProductOf(product, now),
      stock: product.stock,
      problems: product.issues.slice(0, issues).map(({ watchDogId, title, message, ...issue }) => ({
        ...issue,
        issueId: watchDogId,
        headline: title,
        untrusted: { message: cleanTextOrNull(message) },
      })),
      freshness: product.freshness,
      isComplete: product.issues.length <= issues,
    }));
  },
});
