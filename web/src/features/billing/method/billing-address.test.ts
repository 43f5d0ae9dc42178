import { expect, test } from 'vitest';
import { addressProblems, billingDetails, savedAddress } from './billing-address.ts';

const named = savedAddress({ billingName: 'Brightkeel Goods', address: null });
const whole = { ...named, line1: '1 Pier Street', city: 'Portland', postalCode: '97201', country: 'US' };

test('the form opens with the saved address, and one that is emptied is removed', () => {
  const { billingName, ...parts } = whole;
  const address = { ...parts, taxId: 'DE123456789' };
  expect(savedAddress({ billingName, address })).toEqual({ billingName, ...address });

  expect(addressProblems(named)).toEqual({});
  expect(billingDetails({ ...named, billingName: ' Brightkeel Goods ' })).toEqual({ billingName, address: null });
});

test('an address is whole, or what is missing is named', () => {
  expect(addressProblems(whole)).toEqual({});
  expect(Object.keys(addressProblems({ ...named, taxId: 'DE123456789' }))).toEqual(['line1', 'city', 'country']);
  expect(Object.keys(addressProblems({ ...whole, line1: ' ' }))).toEqual(['line1']);
  expect(billingDetails(whole)).toMatchObject({
    billingName: 'Brightkeel Goods',
    address: { line1: '1 Pier Street', city: 'Portland', postalCode: '97201', country: 'US', taxId: '' },
  });
});

test('invoices need a name', () => {
  expect(addressProblems({ ...named, billingName: ' ' })).toEqual({
    billingName: 'Please enter the name on your invoices',
  });
});
