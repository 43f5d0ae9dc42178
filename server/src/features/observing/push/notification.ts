import * as z from 'zod/mini';
import { findMarketplaceById } from '@app/shared/base/marketplaces.ts';
import { maybe } from '../../../external/marketplace/answer.ts';

const money = z.object({ Amount: maybe(z.number()), CurrencyCode: maybe(z.string()) });

const envelope = z.object({
  NotificationType: z.string(),
  EventTime: z.string(),
  NotificationMetadata: z.object({ NotificationId: z.string(), SubscriptionId: maybe(z.string()) }),
  Payload: z.unknown(),
});

const anyOfferChanged = z.object({
  AnyOfferChangedNotification: z.object({
    SellerId: maybe(z.string()),
    OfferChangeTrigger: z.object({
      MarketplaceId: z.string(),
      ASIN: z.string(),
      ItemCondition: z.string(),
      TimeOfOfferChange: maybe(z.string()),
    }),
    Summary: z.object({
      NumberOfOffers: maybe(z.array(z.object({ Condition: z.string(), OfferCount: z.int() }))),
      BuyBoxPrices: maybe(z.array(z.object({ Condition: z.string(), LandedPrice: money }))),
    }),
    Offers: z.array(
      z.object({
        SellerId: z.string(),
        ListingPrice: money,
        Shipping: maybe(money),
        IsFulfilledByAmazon: maybe(z.boolean()),
        IsBuyBoxWinner: maybe(z.boolean()),
        PrimeInformation: maybe(z.object({ IsOfferPrime: maybe(z.boolean()) })),
      }),
    ),
  }),
});

const listingStatusChanged = z.object({
  SellerId: maybe(z.string()),
  MarketplaceId: z.string(),
  Sku: z.string(),
  Status: maybe(z.array(z.string())),
});

export type AnyOfferChanged = z.output<typeof anyOfferChanged>['AnyOfferChangedNotification'];
export type ListingStatusChanged = z.output<typeof listingStatusChanged>;

interface Common {
  readonly id: string;
  readonly type: string;
  readonly subscriptionId: string | null;
  readonly sellingPartnerId: string | null;
  readonly marketplace: string;
  readonly region: string;
  /** When what it tells happened. */
  readonly at: Date;
}

export type Notification = Common &
  (
    | { readonly kind: 'offers'; readonly payload: AnyOfferChanged }
    | { readonly kind: 'listingStatus'; readonly payload: ListingStatusChanged }
  );

/** The notification in a message of the queue, or why it is none that is understood. */
export function readNotification(body: string): Notification | { readonly reason: string } {
  const parsed = envelope.safeParse(parseJson(body));
  if (!parsed.success) return { reason: 'is no notification' };
  const { NotificationType: type, NotificationMetadata: metadata, EventTime: eventTime, Payload } = parsed.data;
  const told = { id: metadata.NotificationId, type, subscriptionId: metadata.SubscriptionId };
  if (type === 'ANY_OFFER_CHANGED') {
    const payload = anyOfferChanged.safeParse(Payload).data?.AnyOfferChangedNotification;
    if (!payload) return { reason: `malformed ${type}` };
    const { MarketplaceId, TimeOfOfferChange } = payload.OfferChangeTrigger;
    const common = locate(told, { ...payload, MarketplaceId, time: TimeOfOfferChange ?? eventTime });
    return 'reason' in common ? common : { ...common, kind: 'offers', payload };
  }
  // The name with a D at the end is a slip in Amazon's schema; both are taken.
  if (/^LISTINGS_ITEM_STATUS_CHANGED?$/.test(type)) {
    const payload = listingStatusChanged.safeParse(Payload).data;
    if (!payload) return { reason: `malformed ${type}` };
    const common = locate(told, { ...payload, time: eventTime });
    return 'reason' in common ? common : { ...common, kind: 'listingStatus', payload };
  }
  return { reason: `type ${type} is not watched` };
}

interface Located {
  readonly SellerId: string | null;
  readonly MarketplaceId: string;
  readonly time: string;
}

type Told = Pick<Common, 'id' | 'type' | 'subscriptionId'>;

function locate(told: Told, { SellerId, MarketplaceId, time }: Located): Common | { readonly reason: string } {
  const place = findMarketplaceById(MarketplaceId);
  if (!place) return { reason: `marketplace ${MarketplaceId} is not watched` };
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return { reason: `${time} is no time` };
  return { ...told, sellingPartnerId: SellerId, marketplace: place.code, region: place.region, at };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
