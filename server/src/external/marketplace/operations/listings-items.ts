import * as z from 'zod/mini';
import { maybe, parseAnswer, parseMembers, units, type Members } from '../answers/answer.ts';
import type { Caller } from '../calls/caller.ts';
import type { SellerAccess } from '../seller-access.ts';
import { askInLists, hasComma, type SkuBatch } from './sku-lists.ts';

const item = z.object({
  sku: z.string(),
  summaries: maybe(
    z.array(z.object({ marketplaceId: z.string(), asin: maybe(z.string()), status: maybe(z.array(z.string())) })),
  ),
  issues: maybe(
    z.array(
      z.object({
        code: z.string(),
        message: z.string(),
        severity: z.string(),
        categories: maybe(z.array(z.string())),
        enforcements: maybe(
          z.object({
            actions: z.array(z.object({ action: z.string() })),
            exemption: maybe(z.object({ status: maybe(z.string()) })),
          }),
        ),
        marketplaceIds: maybe(z.array(z.string())),
      }),
    ),
  ),
  fulfillmentAvailability: maybe(z.array(z.object({ fulfillmentChannelCode: z.string(), quantity: maybe(units) }))),
  relationships: maybe(
    z.array(
      z.object({
        marketplaceId: z.string(),
        relationships: z.array(
          z.object({
            type: z.string(),
            parentSkus: maybe(z.array(z.string())),
            childSkus: maybe(z.array(z.string())),
          }),
        ),
      }),
    ),
  ),
});
const answer = z.object({ items: z.array(z.unknown()) });

export type ListingsItem = z.output<typeof item>;

/** Reads the listings of a batch in as few calls as their SKUs allow. */
export const searchListingsItems = (
  caller: Caller,
  access: SellerAccess,
  batch: SkuBatch,
): Promise<Members<ListingsItem>> => askInLists(batch, (list) => askList(caller, access, list));

async function askList(
  caller: Caller,
  access: SellerAccess,
  { marketplaceId, skus, ...options }: SkuBatch,
): Promise<Members<ListingsItem>> {
  const operation = 'searchListingsItems';
  const body = await caller.ofSeller(access, {
    ...options,
    operation,
    subject: marketplaceId,
    path: `/listings/2021-08-01/items/${encodeURIComponent(access.sellingPartnerId)}`,
    query: {
      marketplaceIds: marketplaceId,
      identifiers: skus,
      identifiersType: 'SKU',
      includedData: ['summaries', 'issues', 'fulfillmentAvailability', 'relationships'],
      issueLocale: 'en_US',
      pageSize: '20',
    },
  });
  const { members, refusals } = parseMembers(item, parseAnswer(operation, answer, body).items);
  // The answer to a SKU with a comma also has the listings whose SKUs are its parts.
  return { members: skus.some(hasComma) ? members.filter(({ sku }) => skus.includes(sku)) : members, refusals };
}
