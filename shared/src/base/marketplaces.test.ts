import { expect, test } from 'vitest';
import { findMarketplace, findMarketplaceById, marketplace, marketplaceCodes, marketplacesOf } from './marketplaces.ts';

test('the country filter lists the marketplaces of section 3 in its order', () => {
  expect(marketplaceCodes).toEqual(['US', 'CA', 'MX', 'BR', 'UK', 'DE', 'FR', 'ES', 'IT', 'NL', 'IN']);
});

test('one authorisation covers every marketplace of its region', () => {
  expect(marketplacesOf('NA').map(({ code }) => code)).toEqual(['US', 'CA', 'MX', 'BR']);
  expect(marketplacesOf('EU').map(({ code }) => code)).toEqual(['UK', 'DE', 'FR', 'ES', 'IT', 'NL']);
  expect(marketplacesOf('IN').map(({ code }) => code)).toEqual(['IN']);
});

test("a marketplace is found by its code and by Amazon's marketplace id", () => {
  expect(findMarketplace('DE')).toBe(findMarketplaceById('A1PA6795UKMFR9'));
  expect(findMarketplace('XX')).toBeUndefined();
  expect(() => marketplace('XX')).toThrow('XX');
});

test('every currency, locale and time zone is known to the platform', () => {
  for (const code of marketplaceCodes) {
    const { currency, locale, timeZone } = marketplace(code);
    expect(() => new Intl.DateTimeFormat('en-US', { timeZone })).not.toThrow();
    expect(Intl.supportedValuesOf('currency')).toContain(currency);
    expect(Intl.NumberFormat.supportedLocalesOf(locale)).toEqual([locale]);
  }
});
