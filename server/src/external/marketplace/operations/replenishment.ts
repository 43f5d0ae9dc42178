import * as z from 'zod/mini';
import { malformedAnswer, maybe, parseAnswer, parseMembers, type Members } from '../answers/answer.ts';
import type { CallOptions, Caller } from '../calls/caller.ts';
import type { SellerAccess } from '../seller-access.ts';

const offer = z.object({ asin: z.string(), sku: maybe(z.string()), eligibility: maybe(z.string()) });
export type ReplenishmentOffer = z.output<typeof offer>;

const answer = z.object({
  offers: maybe(z.array(z.unknown())),
  pagination: maybe(z.object({ totalResults: maybe(z.int()) })),
});

export const replenishmentPageSize = 100;
/** Amazon accepts no larger offset. */
export const lastReplenishmentOffset = 9000;

export interface ReplenishmentQuestion extends CallOptions {
  readonly marketplaceId: string;
  /** The ASINs, at most 20, or `null` for all products. */
  readonly asins: readonly string[] | null;
  readonly offset: number;
}

export interface ReplenishmentPage extends Members<ReplenishmentOffer> {
  readonly isLast: boolean;
  /** Number of offers on all pages, or `null` if the answer does not state it. */
  readonly total: number | null;
}

/**
 * Returns a page of the seller's offers that are or could be enrolled in Subscribe & Save, sorted by ASIN. Other
 * products are left out.
 */
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
  // All fields of this answer are optional in Amazon's model, so an empty list is accepted only together with a total
  // of 0.
  if (told.length === 0 && (total === null || offset < total)) {
    throw malformedAnswer(operation, `no offers, and ${total ?? 'no number'} as their number`);
  }
  const isLast = total === null ? told.length < replenishmentPageSize : offset + told.length >= total;
  return { ...parseMembers(offer, told), isLast, total };
}
