import type { saveBillingDetails } from '@app/shared/contract/billing.ts';
import type { CallInput } from '@app/shared/contract/endpoint.ts';

type BillingDetails = CallInput<typeof saveBillingDetails>['body'];

/** The name and the address on invoices, as they are typed. */
export interface AddressDraft {
  readonly billingName: string;
  readonly line1: string;
  readonly city: string;
  readonly postalCode: string;
  readonly country: string;
  readonly taxId: string;
}

export type AddressProblems = { readonly [Field in keyof AddressDraft]?: string };

export const emptyAddress = (billingName: string): AddressDraft => ({
  billingName,
  line1: '',
  city: '',
  postalCode: '',
  country: '',
  taxId: '',
});

/** An address is left out or whole; only the postal code and the tax id are optional within it. */
export function addressProblems({
  billingName,
  line1,
  city,
  postalCode,
  country,
  taxId,
}: AddressDraft): AddressProblems {
  const hasAddress = [line1, city, postalCode, country, taxId].some((text) => text.trim() !== '');
  return {
    ...(isMissing(billingName) && { billingName: 'Please enter the name on your invoices' }),
    ...(hasAddress && isMissing(line1) && { line1: 'Please enter the street and number' }),
    ...(hasAddress && isMissing(city) && { city: 'Please enter the city' }),
    ...(hasAddress && isMissing(country) && { country: 'Please select the country' }),
  };
}

const isMissing = (text: string): boolean => text.trim() === '';

/** The details to save; without an address the saved one stays. */
export function billingDetails({ billingName, ...address }: AddressDraft): BillingDetails {
  const name = billingName.trim();
  return address.country === '' ? { billingName: name } : { billingName: name, address };
}
