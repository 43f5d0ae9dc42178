import * as z from 'zod/mini';
import { maybe, parseAnswer, readMember, units, type Members, type Refusal } from '../answers/answer.ts';
import type { Caller } from '../calls/caller.ts';
import { ExternalError } from '../external-error.ts';
import type { SellerAccess } from '../seller-access.ts';
import { askInLists, hasComma, type SkuBatch } from './sku-lists.ts';

const operation = 'getInventorySummaries';

const quantity = maybe(units);
const summary = z.object({
  sellerSku: z.string(),
  fnSku: maybe(z.string()),
  condition: maybe(z.string()),
  totalQuantity: quantity,
  inventoryDetails: maybe(
    z.object({
      fulfillableQuantity: quantity,
      inboundWorkingQuantity: quantity,
      inboundShippedQuantity: quantity,
      inboundReceivingQuantity: quantity,
      reservedQuantity: maybe(z.object({ totalReservedQuantity: quantity })),
    }),
  ),
});
export type InventorySummary = z.output<typeof summary>;

/**
 * A SKU may have several summaries. If a malformed one names its SKU, the refusal carries that SKU, otherwise the ASIN if
 * the summary names that.
 */
const named = z.object({ sellerSku: z.string() });
const ofProduct = z.object({ asin: z.string() });

const answer = z.object({
  payload: z.object({ inventorySummaries: z.array(z.unknown()) }),
  pagination: maybe(z.object({ nextToken: maybe(z.string()) })),
});

/** Fifty SKUs fit on one page. More pages than this are not an answer to our request. */
const mostPages = 5;

/** Units in Amazon's warehouses, for at most 50 SKUs per call. SKUs that Amazon does not ship are left out. */
export const getInventorySummaries = (
  caller: Caller,
  access: SellerAccess,
  batch: SkuBatch,
): Promise<Members<InventorySummary>> => askInLists(batch, (list) => askList(caller, access, list));

async function askList(caller: Caller, access: SellerAccess, batch: SkuBatch): Promise<Members<InventorySummary>> {
  const pages: Members<InventorySummary>[] = [];
  let nextToken: string | null = null;
  do {
    if (pages.length === mostPages)
      throw new ExternalError(operation, 'the answer has too many pages', { isPermanent: false });
    const page: Page = await askPage(caller, access, { ...batch, nextToken });
    pages.push(page);
    nextToken = page.nextToken;
  } while (nextToken !== null);
  return {
    members: pages.flatMap(({ members }) => members),
    refusals: pages.flatMap(({ refusals }) => refusals),
  };
}

interface Page extends Members<InventorySummary> {
  readonly nextToken: string | null;
}

/**
 * The token of the next page expires after thirty seconds, so pages are read one after the other and the token is
 * never stored.
 */
async function askPage(
  caller: Caller,
  access: SellerAccess,
  { marketplaceId, skus, nextToken, ...options }: SkuBatch & { readonly nextToken: string | null },
): Promise<Page> {
  const query = {
    details: 'true',
    granularityType: 'Marketplace',
    granularityId: marketplaceId,
    marketplaceIds: marketplaceId,
    // Amazon does not divide the parameter `sellerSku` at commas, so a SKU with a comma is sent in this parameter.
    ...(skus.some(hasComma) ? { sellerSku: skus } : { sellerSkus: skus }),
    ...(nextToken !== null && { nextToken }),
  };
  const call = { ...options, operation, subject: marketplaceId, path: '/fba/inventory/v1/summaries', query } as const;
  const body = await caller.ofSeller(access, call);
  const { payload, pagination } = parseAnswer(operation, answer, body);
  // An empty token names no page.
  return { ...takeApart(payload.inventorySummaries), nextToken: pagination?.nextToken || null };
}

function takeApart(list: readonly unknown[]): Members<InventorySummary> {
  const members: InventorySummary[] = [];
  const refusals: Refusal[] = [];
  for (const [index, entry] of list.entries()) {
    const read = readMember(summary, entry);
    if ('reason' in read) refusals.push({ ...subjectOf(entry, index), reason: read.reason });
    else members.push(read);
  }
  return { members, refusals };
}

function subjectOf(entry: unknown, index: number): Omit<Refusal, 'reason'> {
  const sku = named.safeParse(entry).data?.sellerSku;
  if (sku !== undefined) return { subject: sku };
  return { subject: `member ${index}`, ...ofProduct.safeParse(entry).data };
}
