import { expect, test } from 'vitest';
import { addressProblems, billingDetails, emptyAddress } from './billing-address.ts';

const named = emptyAddress('Brightkeel Goods');
const whole = { ...named, line1: '1 Pier Street', city: 'Portland', postalCode: '97201', country: 'US' };

test('without an address the saved one stays', () => {
  expect(addressProblems(named)).toEqual({});
  expect(billingDetails({ ...named, billingName: ' Brightkeel Goods ' })).toEqual({ billingName: 'Brightkeel Goods' });
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
  expect(addressProblems(emptyAddress(' '))).toEqual({ billingName: 'Please enter the name on your invoices' });
});
