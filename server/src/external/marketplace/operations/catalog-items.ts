import * as z from 'zod/mini';
import { ConclusionCache } from '../../../lib/conclusion-cache.ts';
import { maybe, readMember, type Members, type Refusal } from '../answers/answer.ts';
import type { CallOptions, Caller } from '../calls/caller.ts';
import type { SellerAccess } from '../seller-access.ts';
import type { RawMember } from '../answers/raw-member.ts';
import { splitAnswer } from '../answers/split-answer.ts';

const marketplaceId = z.string();
const category = z.object({ displayName: maybe(z.string()), classificationId: z.string() });
const measure = maybe(z.object({ unit: maybe(z.string()), value: maybe(z.number()) }));

const image = z.object({
  variant: z.string(),
  link: z.string(),
  height: maybe(z.number()),
  width: maybe(z.number()),
});
const rank = { title: z.string(), rank: z.int32() };

const salesRanks = maybe(
  z.array(
    z.object({
      marketplaceId,
      classificationRanks: maybe(z.array(z.object({ classificationId: z.string(), ...rank }))),
      displayGroupRanks: maybe(z.array(z.object({ websiteDisplayGroup: z.string(), ...rank }))),
    }),
  ),
);

const item = z.object({
  asin: z.string(),
  /** Attribute values by name. Each attribute has its own form. */
  attributes: maybe(z.record(z.string(), z.unknown())),
  classifications: maybe(z.array(z.object({ marketplaceId, classifications: maybe(z.array(category)) }))),
  dimensions: maybe(
    z.array(
      z.object({
        marketplaceId,
        package: maybe(z.object({ length: measure, width: measure, height: measure, weight: measure })),
      }),
    ),
  ),
  images: maybe(z.array(z.object({ marketplaceId, images: z.array(image) }))),
  productTypes: maybe(z.array(z.object({ marketplaceId: maybe(marketplaceId), productType: maybe(z.string()) }))),
  relationships: maybe(
    z.array(
      z.object({
        marketplaceId,
        relationships: z.array(
          z.object({
            type: z.string(),
            parentAsins: maybe(z.array(z.string())),
            childAsins: maybe(z.array(z.string())),
          }),
        ),
      }),
    ),
  ),
  summaries: maybe(
    z.array(
      z.object({
        marketplaceId,
        itemName: maybe(z.string()),
        brand: maybe(z.string()),
        adultProduct: maybe(z.boolean()),
        browseClassification: maybe(category),
        websiteDisplayGroup: maybe(z.string()),
        websiteDisplayGroupName: maybe(z.string()),
      }),
    ),
  ),
});
const named = z.object({ asin: z.string() });
/** Sales ranks change all the time, so they are read from every answer and left out of the fingerprint. */
const ranksName = 'salesRanks';
const drifting = new Set([ranksName]);

export type CatalogItem = z.output<typeof item>;
export type SalesRanks = z.output<typeof salesRanks>;

/** A catalogue item that is parsed only if its content has changed since the last answer. */
export interface UnparsedCatalogItem {
  readonly asin: string;
  readonly salesRanks: SalesRanks;
  /** Fingerprint of the content without the ranks. */
  readonly print: string;
  read(): CatalogItem | { readonly reason: string };
}

export interface AsinBatch extends CallOptions {
  readonly marketplaceId: string;
  /** At most 20 ASINs. */
  readonly asins: readonly string[];
}

const includedData = [
  'attributes',
  'classifications',
  'dimensions',
  'images',
  'productTypes',
  'relationships',
  'salesRanks',
  'summaries',
];

/** Reads twenty products per call. One call per product would use twenty times the quota. */
export async function searchCatalogItems(
  caller: Caller,
  access: SellerAccess,
  { marketplaceId: marketplaceIds, asins, ...options }: AsinBatch,
): Promise<Members<UnparsedCatalogItem>> {
  const operation = 'searchCatalogItems';
  const bytes = await caller.bytesOfSeller(access, {
    ...options,
    operation,
    subject: marketplaceIds,
    path: '/catalog/2022-04-01/items',
    query: {
      marketplaceIds,
      // Amazon fails the whole batch if it contains an ASIN twice.
      identifiers: [...new Set(asins)],
      identifiersType: 'ASIN',
      includedData,
      pageSize: '20',
    },
  });
  const question = `${marketplaceIds} ${asins.join(' ')}`;
  return takeItems(splitAnswer(bytes, { operation, question, list: 'items', drifting }));
}

const namesByPrint = new ConclusionCache<z.output<typeof named> | { readonly reason: string }>();

function takeItems(raw: readonly RawMember[]): Members<UnparsedCatalogItem> {
  const members: UnparsedCatalogItem[] = [];
  const refusals: Refusal[] = [];
  for (const [index, one] of raw.entries()) {
    const name = namesByPrint.of(one.print, () => readMember(named, one.parse()));
    const ranks = readMember(salesRanks, one.parseDrifting(ranksName));
    if ('reason' in name) refusals.push({ subject: `member ${index}`, reason: name.reason });
    else if (ranks && 'reason' in ranks) refusals.push({ subject: name.asin, reason: ranks.reason });
    else
      members.push({ asin: name.asin, salesRanks: ranks, print: one.print, read: () => readMember(item, one.parse()) });
  }
  return { members, refusals };
}
