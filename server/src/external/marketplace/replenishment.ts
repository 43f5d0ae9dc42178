import * as z from 'zod/mini';
import { malformedAnswer, maybe, parseAnswer, parseMembers, type Members } from './answer.ts';
import type { CallOptions, Caller } from './caller.ts';
import type { SellerAccess } from './seller-access.ts';

const offer = z.object({ asin: z.string(), sku: maybe(z.string()), eligibility: maybe(z.string()) });
export type ReplenishmentOffer = z.output<typeof offer>;

const answer = z.object({
  offers: maybe(z.array(z.unknown())),
  pagination: maybe(z.object({ totalResults: maybe(z.int()) })),
});

export const replenishmentPageSize = 100;
/** Amazon goes no further. */
export const lastReplenishmentOffset = 9000;

export interface ReplenishmentQuestion extends CallOptions {
  readonly marketplaceId: string;
  /** At most 20; `null` for all products. */
  readonly asins: readonly string[] | null;
  readonly offset: number;
}

export interface ReplenishmentPage extends Members<ReplenishmentOffer> {
  readonly isLast: boolean;
  /** How many there are on all pages; `null` where the answer does not say. */
  readonly total: number | null;
}

/** A page of the seller's offers that take part in subscribe and save, or could, by ASIN. Other products are left out. */
export async function listReplenishmentOffers(
  caller: Caller,
  access: SellerAccess,
  { marketplaceId, asins, offset, ...options }: ReplenishmentQuestion,
): Promise<ReplenishmentPage> {
  const operation = 'listOffers';
  const body = {
    pagination: { limit: replenishmentPageSize, offset },
    filters: {
      marketplaceId,
      programTypes: ['SUBSCRIBE_AND_SAVE'],
      ...(asins && { asins: [...new Set(asins)] }),
    },
    sort: { order: 'ASC', key: 'ASIN' },
  };
  const path = '/replenishment/2022-11-07/offers/search';
  const call = { ...options, operation, subject: marketplaceId, method: 'POST', path, body } as const;
  const { offers, pagination } = parseAnswer(operation, answer, await caller.ofSeller(access, call));
  const total = pagination?.totalResults ?? null;
  const told = offers ?? [];
  // Amazon's model requires no part of this answer: that there is no offer is believed only of one that counts none.
  if (told.length === 0 && (total === null || offset < total)) {
    throw malformedAnswer(operation, `no offers, and ${total ?? 'no number'} as their number`);
  }
  const isLast = total === null ? told.length < replenishmentPageSize : offset + told.length >= total;
  return { ...parseMembers(offer, told), isLast, total };
}
