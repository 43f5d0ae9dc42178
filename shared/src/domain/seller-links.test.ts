import { expect, test } from 'vitest';
import { feedbackUrls, storefrontUrl } from './seller-links.ts';

test("a storefront is in the seller's home marketplace, and feedback in every marketplace", () => {
  const seller = { sellerKey: 'A1 &X', marketplaces: ['UK', 'DE'] };

  expect(storefrontUrl(seller)).toBe('https://www.amazon.co.uk/s?me=A1%20%26X');
  expect(feedbackUrls(seller)).toEqual({
    UK: 'https://www.amazon.co.uk/sp?seller=A1%20%26X',
    DE: 'https://www.amazon.de/sp?seller=A1%20%26X',
  });
});

test('a seller whose marketplaces are not known yet has no links', () => {
  expect(storefrontUrl({ sellerKey: 'A1', marketplaces: [] })).toBeNull();
  expect(feedbackUrls({ sellerKey: 'A1', marketplaces: [] })).toEqual({});
});
