import * as z from 'zod/mini';
import { maybe, parseAnswer, parseMembers, type Members } from './answer.ts';
import type { CallOptions, Caller } from './caller.ts';
import type { SellerAccess } from './seller-access.ts';

const marketplaceId = z.string();
const item = z.object({
  asin: z.string(),
  images: maybe(
    z.array(
      z.object({
        marketplaceId,
        images: z.array(
          z.object({ variant: z.string(), link: z.string(), height: maybe(z.number()), width: maybe(z.number()) }),
        ),
      }),
    ),
  ),
  relationships: maybe(
    z.array(
      z.object({
        marketplaceId,
        relationships: z.array(z.object({ type: z.string(), parentAsins: maybe(z.array(z.string())) })),
      }),
    ),
  ),
  summaries: maybe(
    z.array(
      z.object({
        marketplaceId,
        itemName: maybe(z.string()),
        brand: maybe(z.string()),
        adultProduct: maybe(z.boolean()),
      }),
    ),
  ),
});
const answer = z.object({ items: z.array(z.unknown()) });

export type CatalogItem = z.output<typeof item>;

export interface AsinBatch extends CallOptions {
  readonly marketplaceId: string;
  /** At most 20, each once. */
  readonly asins: readonly string[];
}

/** Twenty products a call: asking for each alone would take twenty times the quota. */
export async function searchCatalogItems(
  caller: Caller,
  access: SellerAccess,
  { marketplaceId: marketplaceIds, asins, ...options }: AsinBatch,
): Promise<Members<CatalogItem>> {
  const operation = 'searchCatalogItems';
  const body = await caller.ofSeller(access, {
    ...options,
    operation,
    path: '/catalog/2022-04-01/items',
    query: {
      marketplaceIds,
      identifiers: asins,
      identifiersType: 'ASIN',
      includedData: ['images', 'relationships', 'summaries'],
      pageSize: '20',
    },
  });
  return parseMembers(item, parseAnswer(operation, answer, body).items);
}
