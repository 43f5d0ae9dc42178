import { expect, test } from 'vitest';
import { marketplaces } from '../../base/marketplaces.ts';
import { actionLink } from './action-link.ts';
import { actionPlaces } from './define.ts';

const inGermany = { asin1: 'B0EXAMPLE1', marketplace: 'DE' };

test.each([
  ['productPage', 'https://www.amazon.de/dp/B0EXAMPLE1'],
  ['offersPage', 'https://www.amazon.de/gp/offer-listing/B0EXAMPLE1'],
  ['manageListing', 'https://sellercentral.amazon.de/myinventory/inventory?searchField=all&searchTerm=B0EXAMPLE1'],
  ['sendToAmazon', 'https://sellercentral.amazon.de/fba/sendtoamazon'],
  ['salesChart', null],
] as const)('the button for %s leads to the marketplace of the product', (place, address) => {
  expect(actionLink(place, inGermany)).toBe(address);
});

test("the search results are those of the item's phrase", () => {
  expect(actionLink('searchResults', { ...inGermany, keyword: 'pfanne & deckel' })).toBe(
    'https://www.amazon.de/s?k=pfanne%20%26%20deckel',
  );
});

test('every place has an https address at every marketplace, or is a part of the dashboard', () => {
  const addresses = marketplaces.flatMap(({ code }) =>
    actionPlaces.flatMap((place) => actionLink(place, { asin1: 'B0EXAMPLE1', marketplace: code }) ?? []),
  );
  expect(addresses).toHaveLength(marketplaces.length * (actionPlaces.length - 1));
  expect(addresses.filter((address) => !/^https:\/\/(www|sellercentral)\.amazon\./.test(address))).toEqual([]);
});
