import type { getBillingDetails, saveBillingDetails } from '@app/shared/contract/billing.ts';
import type { CallInput, Reply } from '@app/shared/contract/endpoint.ts';

type SavedDetails = Reply<typeof getBillingDetails>;
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

const emptyAddress = { line1: '', city: '', postalCode: '', country: '', taxId: '' };

/** Returns the draft with which the form opens. */
export const savedAddress = ({ billingName, address }: SavedDetails): AddressDraft => ({
  billingName,
  ...(address ?? emptyAddress),
});

/** An address is either empty or complete; only its postal code and tax id are optional. */
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

/** The details to save. An emptied address is removed. */
export const billingDetails = ({ billingName, ...address }: AddressDraft): BillingDetails => ({
  billingName: billingName.trim(),
  address: address.country === '' ? null : address,
});
