import { minuteMs } from '@app/shared/base/time.ts';
import { createRandom } from '../../../sandbox/src/world/random.ts';
import { notificationAbout } from '../cost/push.ts';
import { benchCatalogue, costWorld, type CostWorld, type WorldEvent } from '../cost/world.ts';
import { ownSellerId } from '../evaluate/answers.ts';

export interface MarketSize {
  readonly sellers: number;
  readonly productsPerSeller: number;
  /** The start of the day whose orders the product already knows. */
  readonly ordersFrom: number;
  /** The time from which products change. */
  readonly from: number;
  /** Changes of offers per minute in addition to those of real pace; their delay to the dashboard is measured. */
  readonly measuredPerMinute: number;
}

/** A change of offers about which the marketplace has sent a notification. */
export interface AnnouncedChange {
  readonly seller: number;
  readonly asin: string;
  /** The time of the change, in milliseconds since 1970. */
  readonly at: number;
}

interface Announcement {
  /** The notification as JSON. */
  readonly body: string;
  readonly change: Omit<AnnouncedChange, 'at'> | null;
}

/** The sellers of the marketplace. They have the same products, and their events come at different times. */
export interface Sellers {
  worldOf(seller: number): CostWorld | undefined;
  /** Applies all changes up to a time and returns the notifications that the marketplace sends about them. */
  moveTo(at: number): readonly Announcement[];
  /** Adds the measured changes from this time on. */
  beginMeasured(at: number): void;
}

export const sellerIdOf = (seller: number): string => `${ownSellerId}N${seller}`;

export const refreshTokenOf = (seller: number): string => `Atzr|${seller}`;

/**
 * Returns the seller to whom an access token belongs; `null` for the token of the application and for unknown tokens.
 */
export function sellerTokenOf(token: string): number | null {
  const [, seller] = /^Atza\|(\d+)$/.exec(token) ?? [];
  return seller === undefined ? null : Number(seller);
}

export function openSellers({ sellers, productsPerSeller, ordersFrom, from, measuredPerMinute }: MarketSize): Sellers {
  const catalogue = benchCatalogue(productsPerSeller);
  const worlds = Array.from({ length: sellers }, (_, seller) =>
    costWorld({ catalogue, from, ordersFrom, phase: seller / sellers }),
  );
  const random = createRandom('load');
  let measured = 0;
  let measuredFrom = Number.POSITIVE_INFINITY;
  return {
    worldOf: (seller) => worlds[seller],
    beginMeasured: (at) => {
      measuredFrom = at;
    },
    moveTo(at) {
      const planned = worlds.flatMap((world, seller) =>
        // Most sellers have no event at most times, so only those with a due event are moved.
        world.nextAt() <= at ? world.moveTo(at).flatMap((event) => announcementOf(world, seller, event)) : [],
      );
      const extra: Announcement[] = [];
      for (; measured < ((at - measuredFrom) / minuteMs) * measuredPerMinute; measured += 1) {
        const seller = random.int(0, sellers - 1);
        const world = worlds[seller];
        const product = catalogue.products[random.int(0, productsPerSeller - 1)];
        if (!world || !product) continue;
        world.now = at;
        world.change('offers', product);
        extra.push(...announcementOf(world, seller, { at, aspect: 'offers', product }));
      }
      return [...planned, ...extra];
    },
  };
}

function announcementOf(world: CostWorld, seller: number, event: WorldEvent): Announcement[] {
  const text = notificationAbout(world, event);
  if (text === null) return [];
  const change = event.aspect === 'offers' ? { seller, asin: event.product.asin } : null;
  return [{ body: text.replaceAll(ownSellerId, sellerIdOf(seller)), change }];
}
