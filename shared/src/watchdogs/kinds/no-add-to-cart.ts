import { minuteMs } from '../../base/time.ts';
import * as z from 'zod/mini';
import { moneyIn } from '../../base/money.ts';
import { defineWatchdog } from '../model/define.ts';
import { foldOffers, type ProductOffers } from '../facts/fold-offers.ts';
import { whyNotForSale } from '../kind-parts/not-for-sale.ts';

/**
 * The alert waits for this many minutes if the last page that was read had the button: that page may be older than its
 * loss.
 */
const PAGE_HOLDS_MINUTES = 60;

/**
 * `since`: the time since which nobody has the buy box. `pageHasButton`: whether the last page that was read had the
 * button. `isSaidSince`: whether a page after `since` has changed that.
 */
const memory = z.object({
  since: z.nullable(z.iso.datetime()),
  pageHasButton: z.nullable(z.boolean()),
  isSaidSince: z.boolean(),
});
type Memory = z.output<typeof memory>;

const atRest: Memory = { since: null, pageHasButton: null, isSaidSince: false };

export default defineWatchdog({
  type: 'noAddToCart',
  title: 'No Add to Cart',
  headline: 'No add-to-cart button',
  about:
    'Watches whether customers can put your product into the cart at once. Alerts when you have an offer in new condition and nobody has the buy box: the page then has no button but a list of offers. A listing that is suspended or out of stock is left to the watchdogs for that.',
  family: 'Offers',
  icon: 'shopping-bag-x',
  everyMinutes: 30,
  reads: ['offers'],
  consults: ['badges', 'listing', 'stock'],
  colours: ['RED', 'GREEN'],
  costs: { alert: { low: 0.7, high: 0.95 }, wastesAdvertising: true },
  nextSteps: [
    'Compare your price with what you asked before and elsewhere: a high price is the usual cause',
    'Check your account health: a weak rating can take the button away',
    'Lower the price for a day, and see whether the button comes back',
  ],
  action: { label: 'See the page', place: 'productPage' },
  causedBy: { kinds: ['listingSuspended'], withinHours: 24 },
  asCause: { words: 'the page has no add-to-cart button' },
  settings: z.object({}),
  panel: {},
  memory,
  judge({ now, memory: before, item, product, at }) {
    const offers = foldOffers(now.offers, product.sellerKeys);
    if (!offers || offers.buyBox.holder === 'unknown') return null;
    const wasMissing = (item?.status ?? 0) > 0;
    const { holder } = offers.buyBox;
    if (holder === 'notOffered') {
      return { verdict: 'ok', text: wasMissing ? 'You have no offer now' : null, about: null, memory: atRest };
    }
    if (holder !== 'nobody') {
      const news = wasMissing ? describeBack(holder) : { text: null };
      return { verdict: wasMissing ? 'improved' : 'ok', ...news, about: null, memory: atRest };
    }
    if (!isWinnerKnown(now.offers)) return null;
    const next = follow(before, now.badges?.hasAddToCart ?? null, at);
    const reason = whyNotForSale(now.listing ?? [], now.stock ?? []);
    if (reason) {
      return { verdict: 'ok', text: `Nobody has the buy box: your listing is ${reason}`, about: null, memory: next };
    }
    const holdsUntil = next.isSaidSince ? null : endOfHold(at, next);
    if (next.pageHasButton && (holdsUntil === null || at < holdsUntil)) {
      const text = 'Nobody has the buy box, though the page has its add-to-cart button';
      return { verdict: 'ok', text, about: null, memory: next, againAt: holdsUntil };
    }
    return { verdict: 'alert', ...describeMissing(offers, next, product.marketplace), about: 'nobody', memory: next };
  },
});

/**
 * Push messages may omit the winner. Only an answer that states `isBuyBoxWinner` for an offer can prove that nobody
 * wins.
 */
const isWinnerKnown = (
  listings: readonly { readonly offers: readonly { readonly isBuyBoxWinner: boolean | null }[] }[],
) => listings.some(({ offers }) => offers.some((offer) => offer.isBuyBoxWinner !== null));

/** Updates the memory. If the page does not say whether it has the button, the last known state stays. */
function follow(before: Memory | null, hasButton: boolean | null, at: Date): Memory {
  if (!before?.since) return { since: at.toISOString(), pageHasButton: hasButton, isSaidSince: false };
  const pageHasButton = hasButton ?? before.pageHasButton;
  return {
    since: before.since,
    pageHasButton,
    isSaidSince: before.isSaidSince || pageHasButton !== before.pageHasButton,
  };
}

const endOfHold = (at: Date, { since }: Memory): Date =>
  new Date((since === null ? at.getTime() : Date.parse(since)) + PAGE_HOLDS_MINUTES * minuteMs);

const describeBack = (holder: 'us' | 'other') => ({
  text: `The add-to-cart button is back: ${holder === 'us' ? 'you have' : 'another seller has'} the buy box`,
  from: 'No button',
  to: holder === 'us' ? 'You have the buy box' : 'Another seller has the buy box',
});

const pageTexts = { true: 'had the button when last looked at', false: 'no button', null: 'not looked at' };

function describeMissing(offers: ProductOffers, { pageHasButton }: Memory, marketplace: string) {
  const { ownPrice, totalOffers } = offers;
  return {
    text: 'The page has no add-to-cart button: nobody has the buy box',
    from: 'Add to cart',
    to: 'See all buying options',
    evidence: [
      { label: 'Your price', value: ownPrice ? moneyIn(marketplace, ownPrice) : 'not told' },
      { label: 'Offers', value: String(totalOffers ?? 'not told') },
      { label: 'Product page', value: pageTexts[`${pageHasButton}`] },
    ],
  };
}
