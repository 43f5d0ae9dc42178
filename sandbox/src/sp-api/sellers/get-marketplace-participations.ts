import { marketplace as marketplaceOf, marketplacesOf } from '@app/shared/base/marketplaces.ts';
import type { Seller } from '../../world/model/seller.ts';
import type { World } from '../../world/world.ts';
import { countryOf } from '../request/marketplace-access.ts';
import { sellerOperation } from '../operation.ts';

const languages: Readonly<Record<string, string>> = {
  US: 'en_US',
  CA: 'en_CA',
  MX: 'es_MX',
  BR: 'pt_BR',
  UK: 'en_GB',
  DE: 'de_DE',
  FR: 'fr_FR',
  ES: 'es_ES',
  IT: 'it_IT',
  NL: 'nl_NL',
  IN: 'en_IN',
};

export const getMarketplaceParticipations = sellerOperation({
  operationId: 'getMarketplaceParticipations',
  method: 'GET',
  path: '/sellers/v1/marketplaceParticipations',
  rate: 0.016,
  burst: 15,
  answer: ({ context, seller }) => ({
    status: 200,
    body: { payload: listedCodes(seller).map((code) => participation(context.world, seller, code)) },
  }),
});

/** Amazon also lists marketplaces of the region in which the account does not participate. */
const listedCodes = ({ region, marketplaces }: Seller): string[] => [
  ...marketplaces,
  ...marketplacesOf(region)
    .map(({ code }) => code)
    .filter((code) => !marketplaces.includes(code)),
];

function participation(world: World, { sellingPartnerId, storeName, marketplaces }: Seller, code: string): unknown {
  const { id, domain, currency } = marketplaceOf(code);
  return {
    marketplace: {
      id,
      countryCode: countryOf(code),
      name: `${domain.charAt(0).toUpperCase()}${domain.slice(1)}`,
      defaultCurrencyCode: currency,
      defaultLanguageCode: languages[code] ?? 'en_US',
      domainName: `www.${domain}`,
    },
    storeName,
    participation: {
      isParticipating: marketplaces.includes(code),
      hasSuspendedListings: world.listingsOfSeller(sellingPartnerId, code).some((listing) => listing.isSuspended),
    },
  };
}
