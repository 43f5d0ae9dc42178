import { marketplace as marketplaceOf } from '@app/shared/base/marketplaces.ts';
import { countryOf } from '../marketplace-access.ts';
import { sellerOperation } from '../operation.ts';

const languages: Readonly<Record<string, string>> = { US: 'en_US', CA: 'en_CA', UK: 'en_GB', DE: 'de_DE', IN: 'en_IN' };

export const getMarketplaceParticipations = sellerOperation({
  operationId: 'getMarketplaceParticipations',
  method: 'GET',
  path: '/sellers/v1/marketplaceParticipations',
  rate: 0.016,
  burst: 15,
  answer: ({ seller }) => ({
    status: 200,
    body: { payload: seller.marketplaces.map((code) => participation(code, seller.storeName)) },
  }),
});

function participation(code: string, storeName: string): unknown {
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
    participation: { isParticipating: true, hasSuspendedListings: false },
  };
}
