import * as z from 'zod/mini';
import { findMarketplaceById } from '@app/shared/base/marketplaces.ts';
import { maybe } from '../../../external/marketplace/answer.ts';

const money = z.object({ Amount: maybe(z.number()), CurrencyCode: maybe(z.string()) });

/** Amazon writes some envelopes in one case and some in the other; those that are watched begin with capitals. */
const anyEnvelope = z.object({ NotificationType: maybe(z.string()), notificationType: maybe(z.string()) });

const envelope = z.object({
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

type Refused = { readonly reason: string };

/** The notification in a message of the queue, or why it is none that is understood. */
export function readNotification(body: string): Notification | Refused {
  const json = parseJson(body);
  const named = anyEnvelope.safeParse(json).data;
  const type = named?.NotificationType ?? named?.notificationType;
  if (!type) return { reason: 'is no notification' };
  const read = readers.get(type);
  if (!read) return { reason: `type ${type} is not watched` };
  const parsed = envelope.safeParse(json);
  return (parsed.success ? read({ ...parsed.data, type }) : null) ?? { reason: `malformed ${type}` };
}

type Envelope = z.output<typeof envelope> & { readonly type: string };

function readOffers(told: Envelope): Notification | Refused | null {
  const payload = anyOfferChanged.safeParse(told.Payload).data?.AnyOfferChangedNotification;
  if (!payload) return null;
  const { MarketplaceId, TimeOfOfferChange } = payload.OfferChangeTrigger;
  const common = locate(told, { ...payload, MarketplaceId, time: TimeOfOfferChange ?? told.EventTime });
  return 'reason' in common ? common : { ...common, kind: 'offers', payload };
}

function readListingStatus(told: Envelope): Notification | Refused | null {
  const payload = listingStatusChanged.safeParse(told.Payload).data;
  if (!payload) return null;
  const common = locate(told, { ...payload, time: told.EventTime });
  return 'reason' in common ? common : { ...common, kind: 'listingStatus', payload };
}

const readers = new Map([
  ['ANY_OFFER_CHANGED', readOffers],
  ['LISTINGS_ITEM_STATUS_CHANGE', readListingStatus],
  // A slip in Amazon's schema; whoever writes by it is understood.
  ['LISTINGS_ITEM_STATUS_CHANGED', readListingStatus],
]);

interface Located {
  readonly SellerId: string | null;
  readonly MarketplaceId: string;
  readonly time: string;
}

function locate(told: Envelope, { SellerId, MarketplaceId, time }: Located): Common | Refused {
  const place = findMarketplaceById(MarketplaceId);
  if (!place) return { reason: `marketplace ${MarketplaceId} is not watched` };
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return { reason: `${time} is no time` };
  const { NotificationId: id, SubscriptionId: subscriptionId } = told.NotificationMetadata;
  const { code: marketplace, region } = place;
  return { id, type: told.type, subscriptionId, sellingPartnerId: SellerId, marketplace, region, at };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
