import type { Money } from '@app/shared/base/money.ts';
import * as z from 'zod/mini';
import { malformedAnswer, maybe, parseAnswer, type Members, type Refusal } from '../answers/answer.ts';
import type { CallOptions, Caller } from '../calls/caller.ts';
import type { SellerAccess } from '../seller-access.ts';

const money = z.object({ Amount: maybe(z.number()), CurrencyCode: maybe(z.string()) });
const estimate = z
  .object({
    TotalFeesEstimate: maybe(money),
    FeeDetailList: maybe(z.array(z.object({ FeeType: z.string(), FinalFee: money }))),
  })
  .check(z.refine((fees) => fees.TotalFeesEstimate !== null || fees.FeeDetailList !== null, 'says nothing of fees'));
export type FeesEstimate = z.output<typeof estimate>;

const result = z.object({
  Status: maybe(z.string()),
  FeesEstimateIdentifier: maybe(z.object({ SellerInputIdentifier: maybe(z.string()) })),
  FeesEstimate: maybe(z.unknown()),
  Error: maybe(z.object({ Code: maybe(z.string()), Message: maybe(z.string()) })),
});
const answer = z.array(z.unknown());

export interface FeesBatch extends CallOptions {
  readonly marketplaceId: string;
  /** The listings, at most 20, and each SKU once. */
  readonly listings: readonly { readonly sku: string; readonly price: Money; readonly isFulfilledByAmazon: boolean }[];
}

export interface ListingFees {
  readonly sku: string;
  readonly estimate: FeesEstimate;
}

/** Estimates Amazon's fees for one unit at each price. A listing without known fees does not affect the others. */
export async function getMyFeesEstimates(
  caller: Caller,
  access: SellerAccess,
  { marketplaceId, listings, ...options }: FeesBatch,
): Promise<Members<ListingFees>> {
  const operation = 'getMyFeesEstimates';
  const body = listings.map(({ sku, price, isFulfilledByAmazon }) => ({
    IdType: 'SellerSKU',
    IdValue: sku,
    FeesEstimateRequest: {
      MarketplaceId: marketplaceId,
      IsAmazonFulfilled: isFulfilledByAmazon,
      PriceToEstimateFees: { ListingPrice: { CurrencyCode: price.currency, Amount: price.cents / 100 } },
      Identifier: sku,
    },
  }));
  const path = '/products/fees/v0/feesEstimate';
  const call = { ...options, operation, subject: marketplaceId, method: 'POST', path, body } as const;
  const results = parseAnswer(operation, answer, await caller.ofSeller(access, call));
  if (results.length === 0) throw malformedAnswer(operation, 'no estimate for any listing');
  return takeApart(
    results,
    listings.map(({ sku }) => sku),
  );
}

/** Amazon answers in the order of the requests, but a SKU named in the member takes precedence. */
function takeApart(results: readonly unknown[], asked: readonly string[]): Members<ListingFees> {
  const members: ListingFees[] = [];
  const refusals: Refusal[] = [];
  for (const [index, entry] of results.entries()) {
    const { data } = result.safeParse(entry);
    const sku = data?.FeesEstimateIdentifier?.SellerInputIdentifier ?? asked[index] ?? `member ${index}`;
    const fees = estimate.safeParse(data?.FeesEstimate);
    const refusal = data ? refusalOf(data) : null;
    const isTemporary = data?.Status === 'ServiceError';
    if (refusal !== null) refusals.push({ subject: sku, reason: refusal, ...(isTemporary && { isTemporary }) });
    else if (!fees.success) refusals.push({ subject: sku, reason: 'malformed member' });
    else if (!asked.includes(sku)) refusals.push({ subject: sku, reason: 'was not asked for' });
    else members.push({ sku, estimate: fees.data });
  }
  return { members, refusals };
}

/** The reason of a refused member, or `null`. Amazon's model requires neither the status nor the error. */
function refusalOf({ Status: status, Error: error }: z.output<typeof result>): string | null {
  if (status === 'Success' || (status === null && error === null)) return null;
  return `${status ?? 'no status'} (${error?.Code ?? 'no code'}: ${error?.Message ?? ''})`;
}
