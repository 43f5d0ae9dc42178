import * as z from 'zod/mini';
import { ConclusionCache } from '../../../lib/conclusion-cache.ts';
import { malformedAnswer, maybe, readMember, type Members, type Refusal } from '../answers/answer.ts';
import type { Caller } from '../calls/caller.ts';
import { AuthorizationLost, ExternalError } from '../external-error.ts';
import type { SellerAccess } from '../seller-access.ts';
import { laterPatienceMs, type SkuBatch } from './sku-lists.ts';
import type { RawMember } from '../answers/raw-member.ts';
import { splitAnswer } from '../answers/split-answer.ts';

const operation = 'getListingOffersBatch';

const money = z.object({ Amount: maybe(z.number()), CurrencyCode: maybe(z.string()) });

const payload = z.object({
  SKU: maybe(z.string()),
  ASIN: maybe(z.string()),
  marketplaceId: maybe(z.string()),
  ItemCondition: maybe(z.string()),
  status: z.string(),
  Summary: z.object({
    TotalOfferCount: z.int(),
    NumberOfOffers: maybe(z.array(z.object({ condition: maybe(z.string()), OfferCount: maybe(z.int()) }))),
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

/** The part of a payload that names its listing. */
const identified = z.object({ SKU: maybe(z.string()) });

const member = z.object({
  status: maybe(z.object({ statusCode: maybe(z.int()) })),
  body: z.object({
    payload: z.optional(z.unknown()),
    errors: maybe(z.array(z.object({ code: z.string(), message: maybe(z.string()) }))),
  }),
  request: maybe(z.object({ SellerSKU: maybe(z.string()) })),
});

/** The offers of a listing, parsed only if their content has changed since the last answer. */
export interface ListingOffers {
  readonly sku: string;
  /** Fingerprint of the content without fields that are never read and change all day. */
  readonly print: string;
  read(): OffersPayload | { readonly reason: string };
}

const drifting = new Set(['headers', 'SalesRankings', 'SellerFeedbackRating']);

/**
 * The offers on each listing. A refused or malformed member does not affect the others. Members that Amazon postponed
 * are requested once more, because otherwise the next pass would be the first to ask for them again.
 */
export async function getListingOffersBatch(
  caller: Caller,
  access: SellerAccess,
  batch: SkuBatch,
): Promise<Members<ListingOffers>> {
  const asked = [...new Set(batch.skus)];
  const first = await askOnce(caller, access, { ...batch, skus: asked });
  if (first.postponed.length === 0) return first;
  if (first.postponed.length === asked.length) {
    const [{ reason } = { reason: '' }] = first.postponed;
    throw new ExternalError(operation, `every member has ${reason}`, { isPermanent: false });
  }
  const again = await askAgain(caller, access, { batch, postponed: first.postponed });
  return {
    members: [...first.members, ...again.members],
    refusals: [...first.refusals, ...again.refusals, ...again.postponed],
  };
}

interface Answer extends Members<ListingOffers> {
  /** Members that Amazon throttled, or that failed on its side, inside a successful answer. */
  readonly postponed: readonly Refusal[];
}

interface PostponedMembers {
  readonly batch: SkuBatch;
  readonly postponed: readonly Refusal[];
}

/** Asks for postponed members once more. If this request fails, the answers to the first one are kept. */
async function askAgain(caller: Caller, access: SellerAccess, { batch, postponed }: PostponedMembers): Promise<Answer> {
  const skus = postponed.map(({ subject }) => subject);
  try {
    return await askOnce(caller, access, { ...batch, skus, patienceMs: laterPatienceMs });
  } catch (error) {
    if (!(error instanceof ExternalError) || error instanceof AuthorizationLost) throw error;
    return { members: [], refusals: [], postponed };
  }
}

async function askOnce(
  caller: Caller,
  access: SellerAccess,
  { marketplaceId, skus, ...options }: SkuBatch,
): Promise<Answer> {
  const requests = skus.map((sku) => ({
    uri: `/products/pricing/v0/listings/${encodeURIComponent(sku)}/offers`,
    method: 'GET',
    MarketplaceId: marketplaceId,
    ItemCondition: 'New',
    CustomerType: 'Consumer',
  }));
  const call = { ...options, operation, subject: marketplaceId, method: 'POST', body: { requests } } as const;
  const path = '/batches/products/pricing/v0/listingOffers';
  const bytes = await caller.bytesOfSeller(access, { ...call, path });
  const question = `${access.sellingPartnerId} ${marketplaceId} ${skus.join(' ')}`;
  const responses = splitAnswer(bytes, { operation, question, list: 'responses', drifting });
  if (responses.length === 0) throw malformedAnswer(operation, 'no response to any request');
  return takeApart(responses, skus);
}

const coversByPrint = new ConclusionCache<Cover>();

function takeApart(responses: readonly RawMember[], asked: readonly string[]): Answer {
  const members: ListingOffers[] = [];
  const refusals: Refusal[] = [];
  const postponed: Refusal[] = [];
  for (const [index, response] of responses.entries()) {
    const { print } = response;
    const cover = coversByPrint.of(print, () => readCover(response.parse()));
    // Amazon answers in the order of the requests, but a SKU named in the member takes precedence.
    const sku = cover.sku ?? asked[index] ?? `member ${index}`;
    if (!asked.includes(sku)) refusals.push({ subject: sku, reason: cover.reason ?? 'was not asked for' });
    else if (cover.reason !== null)
      (cover.isPostponed ? postponed : refusals).push({ subject: sku, reason: cover.reason });
    else members.push({ sku, print, read: () => readMember(payload, payloadOf(response.parse())) });
  }
  return { members, refusals, postponed };
}

/** The outer part of a member: its SKU, and the reason why it cannot be used, if any. */
interface Cover {
  readonly sku: string | null;
  readonly reason: string | null;
  /** Whether a repeated request may succeed. */
  readonly isPostponed: boolean;
}

function readCover(response: unknown): Cover {
  const parsed = member.safeParse(response);
  if (!parsed.success) return { sku: null, reason: 'malformed member', isPostponed: false };
  const { status, body, request } = parsed.data;
  const statusCode = status?.statusCode ?? 200;
  const [error] = body.errors ?? [];
  const sku = request?.SellerSKU ?? null;
  if (statusCode !== 200 || error) {
    const reason = `status ${statusCode} (${error?.code ?? 'no code'}: ${error?.message ?? ''})`;
    return { sku, reason, isPostponed: statusCode === 429 || statusCode >= 500 };
  }
  const named = identified.safeParse(body.payload);
  if (!named.success) return { sku, reason: 'malformed payload', isPostponed: false };
  return { sku: sku ?? named.data.SKU, reason: null, isPostponed: false };
}

const payloadOf = (response: unknown): unknown => member.safeParse(response).data?.body.payload;
