import * as z from 'zod/mini';
import { formatMoney, type Money } from '../../base/money.ts';
import { defineWatchdog } from '../define.ts';
import { foldOffers, type BuyBox, type ProductOffers } from '../fold-offers.ts';
import { whitelistedIn, whitelistSetting } from '../whitelist.ts';

const memory = z.object({ hadBuyBox: z.boolean() });
type Lost = Extract<BuyBox, { holder: 'other' }>;

export default defineWatchdog({
  type: 'lostBuybox',
  title: 'Lost Buy Box',
  headline: 'Buy box lost',
  about:
    'Watches who has the buy box while you have an offer of your own. Alerts when another seller has it, and tells you when it is yours again. Sellers on your whitelist raise no alert. Nobody having the buy box is not a loss to somebody.',
  family: 'Offers',
  icon: 'shopping-cart-x',
  everyMinutes: 30,
  reads: ['offers'],
  colours: ['RED', 'GREEN'],
  settings: z.object({ whitelist: whitelistSetting }),
  panel: {
    whitelist: {
      label: 'Whitelist',
      help: 'Sellers who may have the buy box without an alert, per marketplace',
      widget: 'whitelist',
    },
  },
  memory,
  judge({ now, settings, memory: before, item, product }) {
    const offers = foldOffers(now.offers, product.sellerKeys);
    if (!offers || offers.buyBox.holder === 'unknown') return null;
    const hadBuyBox = before?.hadBuyBox ?? false;
    const { buyBox } = offers;
    if (buyBox.holder === 'us') {
      const isWonBack = (item?.status ?? 0) > 0;
      return {
        verdict: isWonBack ? 'improved' : 'ok',
        text: isWonBack ? `You have the buy box again${at(offers.ownPrice)}` : null,
        about: null,
        memory: { hadBuyBox: true },
      };
    }
    const isAllowed =
      buyBox.holder === 'other' &&
      buyBox.sellerId !== null &&
      whitelistedIn(settings.whitelist, product.marketplace).has(buyBox.sellerId);
    if (buyBox.holder !== 'other' || isAllowed) {
      return { verdict: 'ok', text: null, about: null, memory: { hadBuyBox } };
    }
    return { verdict: 'alert', ...describe(offers, buyBox, hadBuyBox), memory: { hadBuyBox } };
  },
});

function describe(offers: ProductOffers, lost: Lost, hadBuyBox: boolean) {
  const us = `you${at(offers.ownPrice)}`;
  const them = `${lost.sellerId ? `seller ${lost.sellerId}` : 'another seller'}${at(lost.price)}`;
  return {
    text: hadBuyBox ? `The buy box went from ${us} to ${them}` : `The buy box is with ${them}, not with ${us}`,
    from: hadBuyBox ? `You${at(offers.ownPrice)}` : null,
    to: `${lost.sellerId ?? 'Another seller'}${at(lost.price)}`,
    about: lost.sellerId ?? 'unknown',
    evidence: [
      { label: 'Your price', value: shown(offers.ownPrice) },
      { label: 'Buy box price', value: shown(lost.price) },
      { label: 'Offers', value: String(offers.totalOffers ?? 'not told') },
    ],
  };
}

const at = (price: Money | null): string => (price ? ` at ${formatMoney(price)}` : '');
const shown = (price: Money | null): string => (price ? formatMoney(price) : 'not told');
