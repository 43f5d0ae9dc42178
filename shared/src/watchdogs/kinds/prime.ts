import * as z from 'zod/mini';
import { moneyIn } from '../../base/money.ts';
import { defineWatchdog } from '../model/define.ts';
import { foldOffers } from '../facts/fold-offers.ts';
import type { WithSku, OffersFacts } from '../facts/observations.ts';

const memory = z.object({ hadPrime: z.boolean() });

export default defineWatchdog({
  type: 'prime',
  title: 'Prime Badge',
  headline: 'Prime lost',
  about:
    'Watches whether your own offer in new condition is a Prime offer. Alerts when none of your SKUs of the product has Prime any more although one had it. It is ok once Prime is back.',
  family: 'Offers',
  icon: 'truck-delivery',
  everyMinutes: 30,
  reads: ['offers'],
  colours: ['RED'],
  costs: { alert: { low: 0.2, high: 0.5 } },
  nextSteps: [
    'Check that there is stock at Amazon, and that it is not being transferred',
    'Shipped by yourself: check that Seller Fulfilled Prime is still on',
    'Ask Amazon’s support when both are as they should be',
  ],
  action: { label: 'Check the offer', place: 'manageListing' },
  causedBy: { kinds: ['lostBuybox', 'inventory'], withinHours: 24 },
  asCause: { words: 'Prime is lost' },
  settings: z.object({}),
  panel: {},
  memory,
  judge({ now, memory: before, item, product }) {
    const hasPrime = ownPrime(now.offers, product.sellerKeys);
    if (hasPrime === null) return null;
    const hadPrime = before?.hadPrime ?? false;
    if (hasPrime || !hadPrime) {
      const text = (item?.status ?? 0) > 0 ? 'Your offer has Prime again' : null;
      return { verdict: 'ok', text, about: null, memory: { hadPrime: hadPrime || hasPrime } };
    }
    const price = foldOffers(now.offers, product.sellerKeys)?.ownPrice;
    return {
      verdict: 'alert',
      text: 'Your offer no longer has Prime',
      from: 'Prime',
      to: 'No Prime',
      about: 'prime',
      evidence: [{ label: 'Your price', value: price ? moneyIn(product.marketplace, price) : 'not told' }],
      memory: { hadPrime },
    };
  },
});

/** Returns whether at least one SKU of ours has Prime; `null` when we have no offer or the answers leave it open. */
function ownPrime(listings: readonly WithSku<OffersFacts>[], sellerKeys: readonly string[]): boolean | null {
  const ours = listings
    .flatMap(({ offers }) => offers)
    .filter((offer) => offer.isMine || sellerKeys.includes(offer.sellerId));
  if (ours.some((offer) => offer.isPrime)) return true;
  return ours.length > 0 && ours.every((offer) => offer.isPrime === false) ? false : null;
}
