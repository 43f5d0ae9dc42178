import { expect, test } from 'vitest';
import {
  addToWhitelist,
  parseWhitelistUrl,
  removeFromWhitelist,
  whitelistEntries,
  whitelistUrl,
  whitelistUrlProblem,
} from './whitelist-url.ts';

test.each([
  ['https://www.amazon.com/sp?seller=A2L77EE7U53NWQ', { marketplace: 'US', sellerKey: 'A2L77EE7U53NWQ' }],
  [
    '  https://www.amazon.co.uk/sp?ie=UTF8&seller=a2l77ee7u53nwq&x=1 ',
    { marketplace: 'UK', sellerKey: 'A2L77EE7U53NWQ' },
  ],
  ['https://www.amazon.com.mx/gp/aag/main?seller=A1', { marketplace: 'MX', sellerKey: 'A1' }],
  ['https://www.amazon.it/sp?seller=A1', { marketplace: 'IT', sellerKey: 'A1' }],
  ['https://amazon.com/sp?seller=A1', null],
  ['https://www.amazon.in/sp?seller=A1', null],
  ['https://www.amazon.com.evil.example/sp?seller=A1', null],
  ['https://www.amazon.com/sp', null],
  ['https://www.amazon.com/sp?seller=', null],
  [`https://www.amazon.com/sp?seller=${'A'.repeat(50)}`, { marketplace: 'US', sellerKey: 'A'.repeat(50) }],
  [`https://www.amazon.com/sp?seller=${'A'.repeat(51)}`, null],
  ['www.amazon.com/sp?seller=A1', null],
  ['', null],
])('%j is read as %j', (typed, entry) => {
  expect(parseWhitelistUrl(typed)).toEqual(entry);
});

test('a URL that is no feedback page is refused in the words of section 5', () => {
  expect(whitelistUrlProblem('https://www.amazon.com/sp')).toBe(
    "Wrong URL format. Expecting URL for a seller's feedback page, for example: https://www.amazon.com/sp?seller=A2L77EE7U53NWQ",
  );
  expect(whitelistUrlProblem('https://www.amazon.com/sp?seller=A1')).toBeNull();
  expect(whitelistUrlProblem(' ')).toBeNull();
});

test('the same normalised URL is not added twice', () => {
  const entry = { marketplace: 'US', sellerKey: 'A1' };
  const once = addToWhitelist({}, entry);
  expect(addToWhitelist(once, entry)).toBe(once);
  expect(addToWhitelist(once, { marketplace: 'DE', sellerKey: 'A1' })).toEqual({
    US: [{ value: 'A1' }],
    DE: [{ value: 'A1' }],
  });
});

test('removing the last seller of a marketplace removes the marketplace', () => {
  expect(removeFromWhitelist({ US: [{ value: 'A1' }] }, { marketplace: 'US', sellerKey: 'A1' })).toEqual({});
});

test('an entry is shown as the address that it was read from', () => {
  for (const entry of whitelistEntries({ UK: [{ value: 'A1' }] })) {
    expect(parseWhitelistUrl(whitelistUrl(entry))).toEqual(entry);
  }
});
