import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import type { Seller } from '../world/model/seller.ts';
import { hashOf } from '../world/random.ts';

/** Ids have 18 digits, more than a number keeps exact. */
const profileIdOf = ({ sellingPartnerId }: Seller, code: string): string =>
  `4${String(hashOf(`${sellingPartnerId}:${code}`)).padStart(10, '0')}${String(hashOf(code)).padStart(7, '0').slice(-7)}`;

/** Returns the answer to `GET /v2/profiles` as text, because JSON numbers of this length cannot be written otherwise. */
export function profilesText(seller: Seller): string {
  const profiles = seller.marketplaces.map((code) => {
    const { id, currency, timeZone } = marketplaceOf(code);
    return {
      profileId: profileIdOf(seller, code),
      countryCode: code,
      currencyCode: currency,
      dailyBudget: 999_999_999,
      timezone: timeZone,
      accountInfo: {
        marketplaceStringId: id,
        id: seller.sellingPartnerId,
        type: 'seller',
        name: seller.name,
        validPaymentMethod: true,
      },
    };
  });
  return JSON.stringify(profiles).replaceAll(/("profileId":)"(\d+)"/g, '$1$2');
}

export const marketplaceOfProfile = (seller: Seller, profileId: string): string | undefined =>
  seller.marketplaces.find((code) => profileIdOf(seller, code) === profileId);
