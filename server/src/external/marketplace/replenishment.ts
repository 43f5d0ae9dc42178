import * as z from 'zod/mini';
import { maybe, parseAnswer, parseMembers, type Members, type Refusal } from './answer.ts';
import type { Caller } from './caller.ts';
import type { AsinBatch } from './catalog-items.ts';
import type { SellerAccess } from './seller-access.ts';

const offer = z.object({ asin: z.string(), sku: maybe(z.string()), eligibility: maybe(z.string()) });
export type ReplenishmentOffer = z.output<typeof offer>;

const answer = z.object({
  offers: maybe(z.array(z.unknown())),
  pagination: maybe(z.object({ totalResults: maybe(z.int()) })),
});

const pageSize = 100;
/** Amazon goes no further. */
const lastOffset = 9000;

/** The seller's offers of these products that take part in subscribe and save, or could. Other products are left out. */
export async function listReplenishmentOffers(
  caller: Caller,
  access: SellerAccess,
  { marketplaceId, asins, ...options }: AsinBatch,
): Promise<Members<ReplenishmentOffer>> {
  const operation = 'listOffers';
  const members: ReplenishmentOffer[] = [];
  const refusals: Refusal[] = [];
  const filters = { marketplaceId, programTypes: ['SUBSCRIBE_AND_SAVE'], asins: [...new Set(asins)] };
  for (let offset = 0; offset <= lastOffset; offset += pageSize) {
    const body = { pagination: { limit: pageSize, offset }, filters };
    const call = {
      ...options,
      operation,
      method: 'POST',
      path: '/replenishment/2022-11-07/offers/search',
      body,
    } as const;
    const { offers, pagination } = parseAnswer(operation, answer, await caller.ofSeller(access, call));
    const page = parseMembers(offer, offers ?? []);
    members.push(...page.members);
    refusals.push(...page.refusals);
    if ((offers ?? []).length < pageSize || offset + pageSize >= (pagination?.totalResults ?? 0)) break;
  }
  return { members, refusals };
}
