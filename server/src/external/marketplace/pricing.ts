import * as z from 'zod/mini';
import { Remembered } from '../../lib/remembered.ts';
import { maybe, readMember, type Members, type Refusal } from './answer.ts';
import type { Caller } from './caller.ts';
import type { SkuBatch } from './listings-items.ts';
import type { SellerAccess } from './seller-access.ts';
import { splitAnswer, type RawMember } from './split-answer.ts';

const money = z.object({ Amount: maybe(z.number()), CurrencyCode: maybe(z.string()) });
export type AmazonMoney = z.output<typeof money>;

const payload = z.object({
  SKU: maybe(z.string()),
  ASIN: maybe(z.string()),
  marketplaceId: maybe(z.string()),
  ItemCondition: maybe(z.string()),
  status: z.string(),
  Summary: z.object({
    TotalOfferCount: maybe(z.int()),
    NumberOfOffers: maybe(z.array(z.object({ condition: z.string(), OfferCount: z.int() }))),
    BuyBoxPrices: maybe(
      z.array(
        z.object({
          condition: z.string(),
          LandedPrice: money,
          quantityTier: maybe(z.int()),
          offerType: maybe(z.string()),
        }),
      ),
    ),
  }),
  Offers: z.array(
    z.object({
      MyOffer: maybe(z.boolean()),
      SellerId: maybe(z.string()),
      ListingPrice: money,
      Shipping: money,
      IsFulfilledByAmazon: maybe(z.boolean()),
      IsBuyBoxWinner: maybe(z.boolean()),
      PrimeInformation: maybe(z.object({ IsPrime: maybe(z.boolean()) })),
    }),
  ),
});
export type OffersPayload = z.output<typeof payload>;

/** What tells whose offers these are. */
const identified = z.object({ SKU: maybe(z.string()) });

const member = z.object({
  status: maybe(z.object({ statusCode: z.int() })),
  body: z.object({
    payload: z.optional(z.unknown()),
    errors: maybe(z.array(z.object({ code: z.string(), message: maybe(z.string()) }))),
  }),
  request: maybe(z.object({ SellerSKU: maybe(z.string()) })),
});

/** Offers that need not be read when their content is the one of last time. */
export interface ListingOffers {
  readonly sku: string;
  /** Of everything but what is never read and moves all day. */
  readonly print: string;
  read(): OffersPayload | { readonly reason: string };
}

const drifting = new Set(['headers', 'SalesRankings', 'SellerFeedbackRating']);

/** The offers on each listing. A member that Amazon refused, or that has a strange form, leaves the others alone. */
export async function getListingOffersBatch(
  caller: Caller,
  access: SellerAccess,
  { marketplaceId, skus, ...options }: SkuBatch,
): Promise<Members<ListingOffers>> {
  const operation = 'getListingOffersBatch';
  const asked = [...new Set(skus)];
  const requests = asked.map((sku) => ({
    uri: `/products/pricing/v0/listings/${encodeURIComponent(sku)}/offers`,
    method: 'GET',
    MarketplaceId: marketplaceId,
    ItemCondition: 'New',
    CustomerType: 'Consumer',
  }));
  const path = '/batches/products/pricing/v0/listingOffers';
  const bytes = await caller.bytesOfSeller(access, { ...options, operation, method: 'POST', path, body: { requests } });
  const question = `${access.sellingPartnerId} ${marketplaceId} ${asked.join(' ')}`;
  return takeApart(splitAnswer(bytes, { operation, question, list: 'responses', drifting }), asked);
}

const coversByPrint = new Remembered<Cover>();

function takeApart(responses: readonly RawMember[], asked: readonly string[]): Members<ListingOffers> {
  const members: ListingOffers[] = [];
  const refusals: Refusal[] = [];
  for (const [index, response] of responses.entries()) {
    const { print } = response;
    const cover = coversByPrint.of(print, () => readCover(response.parse()));
    // Amazon answers in the order of the questions; a member that names its SKU is believed more.
    const sku = cover.sku ?? asked[index] ?? `member ${index}`;
    if (cover.reason !== null) refusals.push({ subject: sku, reason: cover.reason });
    else if (!asked.includes(sku)) refusals.push({ subject: sku, reason: 'was not asked for' });
    else members.push({ sku, print, read: () => readMember(payload, payloadOf(response.parse())) });
  }
  return { members, refusals };
}

/** Whose offers they are, and why they cannot be used if so. */
interface Cover {
  readonly sku: string | null;
  readonly reason: string | null;
}

function readCover(response: unknown): Cover {
  const parsed = member.safeParse(response);
  if (!parsed.success) return { sku: null, reason: 'malformed member' };
  const { status, body, request } = parsed.data;
  const statusCode = status?.statusCode ?? 200;
  const [error] = body.errors ?? [];
  const sku = request?.SellerSKU ?? null;
  if (statusCode !== 200 || error) {
    return { sku, reason: `status ${statusCode} (${error?.code ?? 'no code'}: ${error?.message ?? ''})` };
  }
  const named = identified.safeParse(body.payload);
  if (!named.success) return { sku, reason: 'malformed payload' };
  return { sku: sku ?? named.data.SKU, reason: null };
}

const payloadOf = (response: unknown): unknown => member.safeParse(response).data?.body.payload;
