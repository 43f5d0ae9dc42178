import type { Marketplace } from '@app/shared/base/marketplaces.ts';
import { offersOf, type Offer } from '../../world/model/offers.ts';
import type { Product } from '../../world/model/product.ts';
import type { World } from '../../world/world.ts';
import { sellerNameOf } from './seller-name.ts';
import { pageMoney } from './page-money.ts';

const maximum = { maximum_order_quantity: { value: 30, hard_maximum: true } };

/** Returns the buy box winner, other offers if the page has no add-to-cart button, or nothing without offers. */
export function buyBox(world: World, product: Product, place: Marketplace): object {
  const offers = offersOf(product, world.listingsOf(product));
  const winner = offers.find((offer) => offer.isBuyBoxWinner);
  if (!winner) return offers.length > 0 ? { more_buying_choices: choices(offers, place) } : {};
  const layout = {
    ...maximum,
    new_offers_count: offers.length,
    is_prime: winner.isPrime,
    is_prime_exclusive_deal: false,
    is_amazon_fresh: false,
    condition: { is_new: true },
  };
  // After an odd number of noise events the page uses a layout without price and availability.
  return {
    buybox_winner: product.noise % 2 === 1 ? layout : { ...layout, ...sale(world, product, { winner, place }) },
  };
}

function sale(world: World, product: Product, { winner, place }: { winner: Offer; place: Marketplace }): object {
  const { eligibility } = product;
  return {
    availability: { type: 'in_stock', raw: 'In stock', dispatch_days: 1 },
    fulfillment: fulfillment(world, product, { winner, place }),
    price: pageMoney(place, winner.priceCents),
    rrp: pageMoney(place, product.listPriceCents),
    ...(winner.shippingCents === 0
      ? { shipping: { raw: 'FREE' } }
      : { shipping: pageMoney(place, winner.shippingCents) }),
    ...(eligibility === 'ELIGIBLE' && { subscribe_and_save: { base_discount_percentage: 5 } }),
  };
}

function fulfillment(world: World, product: Product, { winner, place }: { winner: Offer; place: Marketplace }): object {
  const isAmazon = winner.fulfilledBy === 'AMAZON';
  const link = `https://www.${place.domain}/gp/help/seller/at-a-glance.html?seller=${winner.sellerId}&asin=${product.asin}`;
  return {
    type: isAmazon ? '2p' : '3p',
    is_sold_by_amazon: false,
    is_fulfilled_by_amazon: isAmazon,
    is_fulfilled_by_third_party: !isAmazon,
    is_sold_by_third_party: true,
    third_party_seller: { name: sellerNameOf(world, product, winner), link, id: winner.sellerId },
  };
}

const choices = (offers: readonly Offer[], place: Marketplace): unknown[] =>
  offers.slice(0, 3).map((offer, index) => ({ position: index + 1, price: pageMoney(place, offer.priceCents) }));
