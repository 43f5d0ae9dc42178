import { expect, test } from 'vitest';
import { joinColours, splitColours, splitIds } from './colour-strings.ts';

test('alert types and their colours are joined to one text and split again', () => {
  const types = { PRICE: ['RED', 'AMBER'], SALES_DROP: ['GREEN'] } as const;

  expect(joinColours(types)).toBe('PRICE:RED,AMBER;SALES_DROP:GREEN');
  expect(splitColours(joinColours(types))).toEqual(types);
  expect(splitColours('')).toEqual({});
});

test('a type that is named several times has the colours of all its entries', () => {
  expect(splitColours('PRICE:RED;SALES_DROP:GREEN;PRICE:AMBER')).toEqual({
    PRICE: ['RED', 'AMBER'],
    SALES_DROP: ['GREEN'],
  });
});

test.each(['PRICE', 'PRICE:', 'PRICE:PINK', 'price:RED', 'PRICE:RED:AMBER', ':RED'])(
  '%j is not such a text',
  (text) => {
    expect(splitColours(text)).toBeNull();
  },
);

test('seller accounts are joined by their ids', () => {
  expect(splitIds('1;22;')).toEqual(['1', '22']);
});
