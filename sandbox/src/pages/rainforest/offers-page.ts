import { shuffleByNoise } from '../../sp-api/noise.ts';
import { offersOf, type Offer } from '../../world/model/offers.ts';
import type { World } from '../../world/world.ts';
import { pageMoney } from './page-money.ts';
import type { RequestOf } from './request.ts';
import { sellerNameOf } from './seller-name.ts';

const perPage = 10;

/** Returns all offers of a product, the buy box holder first. */
export function offersPage(world: World, request: RequestOf<'offers'>): object {
  const { asin, amazon_domain: place, page } = request;
  const product = world.findProduct(asin, place.code);
  if (!product) return { product: {}, offers: [] };
  const all = offersOf(product, world.listingsOf(product));
  const found = all.filter((offer) => request.offers_prime !== 'true' || offer.isPrime);
  const ordered = [
    ...found.filter((offer) => offer.isBuyBoxWinner),
    ...shuffleByNoise(
      product,
      'offers',
      found.filter((offer) => !offer.isBuyBoxWinner),
    ),
  ];
  const offers = ordered.slice((page - 1) * perPage, page * perPage).map((offer, index) => ({
    price: pageMoney(place, offer.priceCents),
    condition: { is_new: true, title: 'New' },
    delivery: delivery(offer),
    seller: { name: sellerNameOf(world, product, offer), id: offer.sellerId },
    offer_id: `${asin}-${offer.sellerId}`,
    is_prime: offer.isPrime,
    position: index + 1,
    ...(offer.isBuyBoxWinner && { buybox_winner: true }),
  }));
  return {
    product: { title: product.title, asin, link: `https://www.${place.domain}/dp/${asin}` },
    offers,
    pagination: {
      offers_count: found.length,
      total_results: found.length,
      total_pages: Math.ceil(found.length / perPage),
      current_page: page,
    },
  };
}

const delivery = ({ fulfilledBy, shippingCents }: Offer): object => ({
  fulfilled_by_amazon: fulfilledBy === 'AMAZON',
  price: { value: shippingCents / 100, is_free: shippingCents === 0 },
});
