import * as z from 'zod/mini';
import { maybe, parseAnswer, parseMembers, type Members, type Refusal } from '../answers/answer.ts';
import type { Caller } from '../calls/caller.ts';
import type { SellerAccess } from '../seller-access.ts';
import { askInLists, type SkuBatch } from './sku-lists.ts';

const money = z.object({ Amount: maybe(z.number()), CurrencyCode: maybe(z.string()) });
const member = z.object({
  status: z.string(),
  SellerSKU: maybe(z.string()),
  Product: maybe(
    z.object({
      Identifiers: maybe(z.object({ SKUIdentifier: maybe(z.object({ SellerSKU: maybe(z.string()) })) })),
      CompetitivePricing: maybe(
        z.object({
          CompetitivePrices: z.array(
            z.object({
              CompetitivePriceId: z.string(),
              Price: z.object({ LandedPrice: maybe(money) }),
              offerType: maybe(z.string()),
              quantityTier: maybe(z.int()),
              belongsToRequester: maybe(z.boolean()),
            }),
          ),
        }),
      ),
    }),
  ),
});
const answer = z.object({ payload: z.array(z.unknown()) });

export interface BuyBoxOwner {
  readonly sku: string;
  /** Whether the seller holds the buy box; `null` when the answer does not state it. */
  readonly isOurs: boolean | null;
  readonly landed: z.output<typeof money> | null;
}

/** Amazon's id of the buy box for new items; 2 is the one for used items. */
const newBuyBox = '1';

/**
 * For each listing, whether the seller or somebody else holds the buy box. Listings whose buy box is empty are left
 * out.
 */
export const getCompetitivePricing = (
  caller: Caller,
  access: SellerAccess,
  batch: SkuBatch,
): Promise<Members<BuyBoxOwner>> => askInLists(batch, (list) => askList(caller, access, list));

async function askList(
  caller: Caller,
  access: SellerAccess,
  { marketplaceId, skus, ...options }: SkuBatch,
): Promise<Members<BuyBoxOwner>> {
  const operation = 'getCompetitivePricing';
  const body = await caller.ofSeller(access, {
    ...options,
    operation,
    subject: marketplaceId,
    path: '/products/pricing/v0/competitivePrice',
    query: { MarketplaceId: marketplaceId, ItemType: 'Sku', Skus: skus, CustomerType: 'Consumer' },
  });
  const { members, refusals } = parseMembers(member, parseAnswer(operation, answer, body).payload);
  const refused: Refusal[] = [...refusals];
  const owners: BuyBoxOwner[] = [];
  for (const entry of members) {
    const sku = entry.SellerSKU ?? entry.Product?.Identifiers?.SKUIdentifier?.SellerSKU ?? '';
    if (entry.status !== 'Success') refused.push({ subject: sku, reason: `status ${entry.status}` });
    else owners.push(...ownerOf(entry).map((owner) => ({ sku, ...owner })));
  }
  return { members: owners, refusals: refused };
}

const ownerOf = ({ Product }: z.output<typeof member>): Omit<BuyBoxOwner, 'sku'>[] =>
  (Product?.CompetitivePricing?.CompetitivePrices ?? [])
    .filter((price) => price.CompetitivePriceId === newBuyBox)
    .filter((price) => (price.quantityTier ?? 1) <= 1 && price.offerType !== 'B2B')
    .map((price) => ({ isOurs: price.belongsToRequester, landed: price.Price.LandedPrice }))
    .slice(0, 1);
