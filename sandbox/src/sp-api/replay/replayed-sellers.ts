import * as z from 'zod/mini';
import { findMarketplaceById, marketplacesOf } from '@app/shared/base/marketplaces.ts';
import type { Seller } from '../../world/model/seller.ts';
import type { Replay } from './replay.ts';

const offers = z.object({
  Payload: z.object({
    AnyOfferChangedNotification: z.object({
      SellerId: z.string(),
      OfferChangeTrigger: z.object({ MarketplaceId: z.string() }),
    }),
  }),
});
const listing = z.object({ Payload: z.object({ SellerId: z.string(), MarketplaceId: z.string() }) });

/** Returns the sellers to whom captured messages are addressed, so that tests can authorise them. */
export function replayedSellers(replay: Replay): Seller[] {
  const sellers = replay.entries
    .filter(({ kind }) => kind === 'notification')
    .flatMap(({ body }) => sellerOf(JSON.parse(body.toString())));
  return [...new Map(sellers.map((seller) => [seller.sellingPartnerId, seller])).values()];
}

function sellerOf(message: unknown): Seller[] {
  const addressed = addressOf(message);
  const marketplace = findMarketplaceById(addressed?.marketplaceId ?? '');
  if (!addressed || !marketplace) return [];
  const name = `Replayed seller ${addressed.sellingPartnerId}`;
  const { region } = marketplace;
  const codes = marketplacesOf(region).map(({ code }) => code);
  return [
    {
      sellingPartnerId: addressed.sellingPartnerId,
      name,
      storeName: name,
      region,
      // Other captured bodies may belong to the same seller in other marketplaces of the region.
      marketplaces: [marketplace.code, ...codes.filter((code) => code !== marketplace.code)],
      isSpare: false,
    },
  ];
}

function addressOf(message: unknown): { sellingPartnerId: string; marketplaceId: string } | undefined {
  const changed = z.safeParse(offers, message);
  if (changed.success) {
    const { SellerId, OfferChangeTrigger } = changed.data.Payload.AnyOfferChangedNotification;
    return { sellingPartnerId: SellerId, marketplaceId: OfferChangeTrigger.MarketplaceId };
  }
  const status = z.safeParse(listing, message);
  if (!status.success) return undefined;
  return { sellingPartnerId: status.data.Payload.SellerId, marketplaceId: status.data.Payload.MarketplaceId };
}
