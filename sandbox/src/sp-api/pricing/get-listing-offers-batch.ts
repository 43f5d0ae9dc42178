import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Seller } from '../../world/model/seller.ts';
import type { EndpointContext } from '../endpoint-context.ts';
import { SpApiError } from '../request/error.ts';
import { listingOffers } from './listing-offers.ts';
import { sellerOperation, type Answer } from '../operation.ts';

const uriPattern = /^\/products\/pricing\/v0\/listings\/([^/?]+)\/offers$/;

const request = z.strictObject({
  uri: z.string().check(z.regex(uriPattern, 'is not the path of a listing')),
  method: z.literal('GET'),
  headers: z.optional(z.record(z.string(), z.string())),
  MarketplaceId: z.string(),
  ItemCondition: z.enum(['New', 'Used', 'Collectible', 'Refurbished', 'Club']),
  CustomerType: z.optional(z.enum(['Consumer', 'Business'])),
});

type OffersRequest = z.output<typeof request>;

export const getListingOffersBatch = sellerOperation({
  operationId: 'getListingOffersBatch',
  method: 'POST',
  path: '/batches/products/pricing/v0/listingOffers',
  rate: 0.5,
  burst: 1,
  body: z.strictObject({ requests: z.array(request).check(z.minLength(1), z.maxLength(20)) }),
  answer: ({ context, seller, body }) => {
    refuseDuplicates(body.requests);
    return answerAll(context, seller, body.requests);
  },
});

function refuseDuplicates(requests: readonly OffersRequest[]): void {
  const keys = requests.map(({ uri, MarketplaceId, ItemCondition }) => `${uri} ${MarketplaceId} ${ItemCondition}`);
  if (new Set(keys).size === keys.length) return;
  throw new SpApiError(400, 'InvalidInput', { message: 'Duplicate requests submitted.  Cannot run batch request.' });
}

function answerAll(context: EndpointContext, seller: Seller, requests: readonly OffersRequest[]): Answer {
  const refusals: string[] = [];
  const responses = requests.map((item) => {
    try {
      return memberAnswer(context, item, listingOffers(context.world, seller, { ...item, SellerSKU: skuOf(item) }));
    } catch (error) {
      if (!(error instanceof SpApiError)) throw error;
      refusals.push(error.message);
      return {
        ...memberAnswer(context, item, JSON.parse(error.body)),
        status: { statusCode: error.status, reasonPhrase: 'Bad Request' },
      };
    }
  });
  return { status: 200, body: { responses }, refusals };
}

const memberAnswer = (context: EndpointContext, item: OffersRequest, body: unknown): object => ({
  headers: { 'x-amzn-RequestId': randomUUID(), Date: context.world.clock.now().toUTCString() },
  status: { statusCode: 200, reasonPhrase: 'OK' },
  body,
  request: { MarketplaceId: item.MarketplaceId, ItemCondition: item.ItemCondition, SellerSKU: skuOf(item) },
});

function skuOf({ uri }: OffersRequest): string {
  const encoded = uriPattern.exec(uri)?.[1] ?? '';
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
