import * as z from 'zod/mini';
import type { Listing, Product } from '../../world/model/product.ts';
import type { Seller } from '../../world/model/seller.ts';
import type { EndpointContext } from '../endpoint-context.ts';
import { SpApiError } from '../request/error.ts';
import { marketplaceFor } from '../request/marketplace-access.ts';
import { sellerOperation } from '../operation.ts';
import { nonEmpty } from '../request/parameters.ts';
import { feesEstimate } from './fees-estimate.ts';

const money = z.strictObject({ CurrencyCode: nonEmpty, Amount: z.number().check(z.nonnegative()) });

const price = z.strictObject({
  ListingPrice: money,
  Shipping: z.optional(money),
  Points: z.optional(z.strictObject({ PointsNumber: z.int(), PointsMonetaryValue: z.optional(money) })),
});

const request = z.strictObject({
  FeesEstimateRequest: z.strictObject({
    MarketplaceId: nonEmpty,
    IsAmazonFulfilled: z.optional(z.boolean()),
    PriceToEstimateFees: price,
    Identifier: nonEmpty,
    OptionalFulfillmentProgram: z.optional(z.enum(['FBA_CORE', 'FBA_SNL', 'FBA_EFN'])),
  }),
  IdType: z.enum(['ASIN', 'SellerSKU']),
  IdValue: nonEmpty,
});

type FeesRequest = z.output<typeof request>;

/** The answers are in request order; each has its own status. */
export const getMyFeesEstimates = sellerOperation({
  operationId: 'getMyFeesEstimates',
  method: 'POST',
  path: '/products/fees/v0/feesEstimate',
  rate: 0.5,
  burst: 1,
  body: z.array(request).check(z.minLength(1), z.maxLength(20)),
  answer: ({ context, seller, body }) => {
    const results = body.map((item) => estimateFees(context, seller, item));
    return {
      status: 200,
      body: results.map(({ answer }) => answer),
      refusals: results.flatMap(({ refusal }) => refusal ?? []),
    };
  },
});

interface Result {
  readonly answer: unknown;
  readonly refusal?: string;
}

function estimateFees(context: EndpointContext, seller: Seller, item: FeesRequest): Result {
  const FeesEstimateIdentifier = identifierOf(seller, item);
  try {
    const fees = feesEstimate(findListing(context, seller, item), {
      listingPriceCents: Math.round(item.FeesEstimateRequest.PriceToEstimateFees.ListingPrice.Amount * 100),
      isAmazonFulfilled: item.FeesEstimateRequest.IsAmazonFulfilled ?? false,
      at: context.world.clock.now(),
    });
    return { answer: { Status: 'Success', FeesEstimateIdentifier, FeesEstimate: fees } };
  } catch (error) {
    if (!(error instanceof SpApiError)) throw error;
    const { message } = error;
    const Error = { Type: 'Sender', Code: 'InvalidParameterValue', Message: message, Detail: [] };
    return { answer: { Status: 'ClientError', FeesEstimateIdentifier, Error }, refusal: message };
  }
}

/** Finds the listing of the request; if an ASIN has several SKUs, the one with the requested fulfilment. */
function findListing(
  { world }: EndpointContext,
  seller: Seller,
  { IdType, IdValue, FeesEstimateRequest: item }: FeesRequest,
): { product: Product; listing: Listing } {
  const { code, currency } = marketplaceFor(seller, item.MarketplaceId);
  const wanted = item.PriceToEstimateFees.ListingPrice.CurrencyCode;
  if (wanted !== currency) throw clientError(`${wanted} is not the currency of marketplace ${item.MarketplaceId}`);
  const fulfilledBy = item.IsAmazonFulfilled ? 'AMAZON' : 'MERCHANT';
  const own = world.listingsOfSeller(seller.sellingPartnerId, code);
  const named = own.filter(({ sku, asin }) => (IdType === 'ASIN' ? asin : sku) === IdValue);
  const listing = named.find((one) => one.fulfilledBy === fulfilledBy) ?? named[0];
  const product = listing && world.findProduct(listing.asin, code);
  if (!product) throw clientError(`There is no item with ${IdType} ${IdValue} in marketplace ${item.MarketplaceId}`);
  return { product, listing };
}

const clientError = (message: string): SpApiError => new SpApiError(400, 'InvalidInput', { message });

const identifierOf = (seller: Seller, { IdType, IdValue, FeesEstimateRequest: item }: FeesRequest): unknown => ({
  MarketplaceId: item.MarketplaceId,
  SellerId: seller.sellingPartnerId,
  IdType,
  IdValue,
  IsAmazonFulfilled: item.IsAmazonFulfilled ?? false,
  PriceToEstimateFees: item.PriceToEstimateFees,
  SellerInputIdentifier: item.Identifier,
});
