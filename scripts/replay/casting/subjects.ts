import * as z from 'zod/mini';
import { findMarketplaceById } from '@app/shared/base/marketplaces.ts';
import type { ReplayEntry } from '../../../sandbox/src/sp-api/replay/replay-entry.ts';
import type { Listing } from './cast.ts';

/** The listings that a body concerns, and the sellers whose offers it lists, the most frequent one first. */
export interface Subjects {
  listings: readonly Listing[];
  sellers: readonly string[];
}

const offerOf = z.object({ SellerId: z.optional(z.string()) });
const asked = z.object({
  MarketplaceId: z.string(),
  Asin: z.optional(z.string()),
  SellerSKU: z.optional(z.string()),
});
const offersBody = z.object({
  responses: z.array(
    z.object({
      request: asked,
      body: z.object({ payload: z.optional(z.object({ Offers: z.optional(z.array(offerOf)) })) }),
    }),
  ),
});
const inMarketplace = z.object({ marketplaceId: z.string(), asin: z.optional(z.string()) });
const catalogBody = z.object({
  items: z.array(z.object({ asin: z.string(), summaries: z.optional(z.array(inMarketplace)) })),
});
const listingsBody = z.object({ items: z.array(z.object({ sku: z.string(), summaries: z.array(inMarketplace) })) });
const ordersBody = z.object({
  orders: z.array(
    z.object({
      salesChannel: z.object({ marketplaceId: z.optional(z.string()) }),
      orderItems: z.array(z.object({ product: z.object({ asin: z.optional(z.string()) }) })),
    }),
  ),
});
const offersMessage = z.object({
  Payload: z.object({
    AnyOfferChangedNotification: z.object({
      SellerId: z.string(),
      OfferChangeTrigger: z.object({ MarketplaceId: z.string(), ASIN: z.string() }),
    }),
  }),
});
const listingMessage = z.object({
  Payload: z.object({ SellerId: z.string(), MarketplaceId: z.string(), Asin: z.string(), Sku: z.string() }),
});

const jsonOf = ({ body }: ReplayEntry): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
};

/**
 * Returns a SKU for a member of a batch that names none. Members are identified by their position, and listings are
 * requested in the order of their SKUs.
 */
const skuAt = (index: number): string => `R${String(index).padStart(2, '0')}`;
const codeOf = (id: string | undefined): string | undefined => findMarketplaceById(id ?? '')?.code;

/**
 * Lists every member of the batch in every named marketplace, because each position of the batch needs a listing there.
 */
export function subjectsOfOffers(entry: ReplayEntry): Subjects | null {
  const parsed = z.safeParse(offersBody, jsonOf(entry));
  if (!parsed.success || parsed.data.responses.length === 0) return null;
  const { responses } = parsed.data;
  const codes = new Set(responses.flatMap(({ request }) => codeOf(request.MarketplaceId) ?? []));
  const listings = [...codes].flatMap((marketplace) =>
    responses.map(({ request: { Asin, SellerSKU } }, index) => ({
      marketplace,
      asin: Asin ?? generateAsin(index),
      sku: SellerSKU ?? skuAt(index),
    })),
  );
  const named = responses.flatMap(({ body }) => (body.payload?.Offers ?? []).flatMap(({ SellerId }) => SellerId ?? []));
  return { listings, sellers: byFrequency(named) };
}

/** Returns an ASIN for a listing. Captured listings bodies contain no ASIN, but a product needs one. */
const generateAsin = (index: number): string => `B0REPLAY${String(index).padStart(2, '0')}`;

const byFrequency = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, (name) => name)].toSorted(([, a], [, b]) => b.length - a.length).map(([name]) => name);

export function subjectsOfCatalog(entry: ReplayEntry): Subjects | null {
  const parsed = z.safeParse(catalogBody, jsonOf(entry));
  if (!parsed.success) return null;
  const listings = parsed.data.items.flatMap(({ asin, summaries = [] }) =>
    summaries.flatMap(({ marketplaceId }) => listingsOf(codeOf(marketplaceId), asin, `SKU-${asin}`)),
  );
  return { listings, sellers: [] };
}

export function subjectsOfListings(entry: ReplayEntry): Subjects | null {
  const parsed = z.safeParse(listingsBody, jsonOf(entry));
  if (!parsed.success) return null;
  const listings = parsed.data.items.flatMap(({ sku, summaries }) =>
    summaries.flatMap(({ marketplaceId, asin }) => listingsOf(codeOf(marketplaceId), asin, sku)),
  );
  return { listings, sellers: [] };
}

export function subjectsOfOrders(entry: ReplayEntry): Subjects | null {
  const parsed = z.safeParse(ordersBody, jsonOf(entry));
  if (!parsed.success) return null;
  const listings = parsed.data.orders.flatMap(({ salesChannel, orderItems }) =>
    orderItems.flatMap(({ product: { asin } }) => listingsOf(codeOf(salesChannel.marketplaceId), asin, `SKU-${asin}`)),
  );
  return { listings, sellers: [] };
}

/** Returns the listings and the sellers of a notification. Its addressee is the seller. */
export function subjectsOfMessage(entry: ReplayEntry): Subjects | null {
  const message = jsonOf(entry);
  const offers = z.safeParse(offersMessage, message);
  if (offers.success) {
    const { SellerId, OfferChangeTrigger: trigger } = offers.data.Payload.AnyOfferChangedNotification;
    const { ASIN: asin, MarketplaceId } = trigger;
    return { listings: listingsOf(codeOf(MarketplaceId), asin, `SKU-${asin}`), sellers: [SellerId] };
  }
  const status = z.safeParse(listingMessage, message);
  if (!status.success) return null;
  const { SellerId, MarketplaceId, Asin, Sku } = status.data.Payload;
  return { listings: listingsOf(codeOf(MarketplaceId), Asin, Sku), sellers: [SellerId] };
}

const listingsOf = (marketplace: string | undefined, asin: string | undefined, sku: string): Listing[] =>
  marketplace === undefined || asin === undefined ? [] : [{ marketplace, asin, sku }];
