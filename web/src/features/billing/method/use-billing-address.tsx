import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { saveBillingDetails } from '@app/shared/contract/billing.ts';
import { call } from '../../../lib/http/call.ts';
import { detailsQuery } from '../billing-queries.ts';
import { AddressFields } from './AddressFields.tsx';
import { addressProblems, billingDetails, savedAddress, type AddressDraft } from './billing-address.ts';

interface BillingAddress {
  readonly fields: ReactNode;
  /**
   * Saves the entered address. Resolves to false if a field is missing, which is then marked, or if the save failed.
   */
  readonly save: () => Promise<boolean>;
}

/**
 * The billing address of a payment form; `isRequested` is false for a form without it. While the saved address is not
 * known the fields are not shown, because saving them would overwrite it.
 */
export function useBillingAddress(isRequested: boolean): BillingAddress {
  const client = useQueryClient();
  const { data: saved } = useQuery({ ...detailsQuery, enabled: isRequested });
  const [edited, setEdited] = useState<AddressDraft | null>(null);
  const [isSent, setSent] = useState(false);
  const draft = edited ?? (saved ? savedAddress(saved) : null);
  const problems = draft ? addressProblems(draft) : {};
  const save = async () => {
    if (!isRequested || !draft) return true;
    setSent(true);
    if (Object.keys(problems).length > 0) return false;
    if (!edited) return true;
    try {
      await call(saveBillingDetails, { body: billingDetails(edited) });
      return true;
    } catch {
      // The error modal shows the failure.
      return false;
    } finally {
      void client.invalidateQueries({ queryKey: detailsQuery.queryKey });
    }
  };
  const fields = isRequested && draft && (
    <AddressFields draft={draft} problems={isSent ? problems : {}} onChange={setEdited} />
  );
  return { fields, save };
}
