import { useState, type ReactNode } from 'react';
import { saveBillingDetails } from '@app/shared/contract/billing.ts';
import { call } from '../../../lib/http/call.ts';
import { AddressFields } from './AddressFields.tsx';
import { addressProblems, billingDetails, emptyAddress } from './billing-address.ts';

interface BillingAddress {
  readonly fields: ReactNode;
  /** Saves what was entered; false when something is missing, which is then marked, or when it was not saved. */
  readonly save: () => Promise<boolean>;
}

/** The billing address of a payment form; `isRequested` is false where it is not asked for. */
export function useBillingAddress(billingName: string, isRequested: boolean): BillingAddress {
  const [draft, setDraft] = useState(() => emptyAddress(billingName));
  const [isSent, setSent] = useState(false);
  const problems = addressProblems(draft);
  const save = async () => {
    if (!isRequested) return true;
    setSent(true);
    if (Object.keys(problems).length > 0) return false;
    const details = billingDetails(draft);
    if (!details.address && details.billingName === billingName) return true;
    // The error modal shows a failure.
    return call(saveBillingDetails, { body: details }).then(
      () => true,
      () => false,
    );
  };
  const fields = isRequested && <AddressFields draft={draft} problems={isSent ? problems : {}} onChange={setDraft} />;
  return { fields, save };
}
