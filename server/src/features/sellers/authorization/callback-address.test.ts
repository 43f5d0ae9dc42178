import { expect, test } from 'vitest';
import { regionOfCallback } from './callback-address.ts';

const none = { NA: null, EU: null, IN: null };
const sandbox = {
  NA: 'http://127.0.0.1:4010/seller-central-na',
  EU: 'http://127.0.0.1:4010/seller-central-eu',
  IN: null,
};

test.each([
  ['https://sellercentral.amazon.com/apps/authorize/confirm/amzn1', 'NA'],
  ['https://sellercentral.amazon.com.mx/apps/authorize/confirm/amzn1', 'NA'],
  ['https://sellercentral-europe.amazon.com/apps/authorize/confirm/amzn1', 'EU'],
  ['https://sellercentral.amazon.nl/apps/authorize/confirm/amzn1', 'EU'],
  ['https://sellercentral.amazon.in/apps/authorize/confirm/amzn1', 'IN'],
  ['https://amazon.de/apps/authorize/confirm/amzn1', 'EU'],
])('%s is the marketplace in %s', (address, region) => {
  expect(regionOfCallback(address, none)).toBe(region);
});

test.each([
  'https://evil.example/apps/authorize/confirm/amzn1',
  'https://sellercentral.amazon.com.evil.example/x',
  'https://evilamazon.com/x',
  'https://sellercentral.amazon.com@evil.example/x',
  'https://user:pass@sellercentral.amazon.com/x',
  'https://sellercentral.amazon.com:8443/x',
  'http://sellercentral.amazon.com/x',
  'javascript://sellercentral.amazon.com/%0aalert(1)',
  '//sellercentral.amazon.com/x',
  'not an address',
  '',
])('no browser is redirected to %s', (address) => {
  expect(regionOfCallback(address, none)).toBeNull();
});

test('a configured host stands in for several regions, which its paths tell apart', () => {
  expect(regionOfCallback('http://127.0.0.1:4010/seller-central-eu/apps/x', sandbox)).toBe('EU');
  expect(regionOfCallback('http://127.0.0.1:4010/seller-central-na/apps/x', sandbox)).toBe('NA');
  expect(regionOfCallback('http://127.0.0.1:4011/seller-central-na/apps/x', sandbox)).toBeNull();
});
