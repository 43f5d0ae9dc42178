import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { PaymentMethod } from '@app/shared/contract/billing.ts';
import { costsQuery, type BillingStatus } from '../billing-queries.ts';
import { AchDetails } from './AchDetails.tsx';
import { forgetMethodToPay, mayRunProvider, methodToPay, reloadToPay } from './payment-document.ts';
import { PaymentModal } from './PaymentModal.tsx';

type Dialog = PaymentMethod['method'] | 'details';

interface MethodDialogs {
  /** The open dialog, if any. */
  readonly dialog: ReactNode;
  readonly open: (dialog: Dialog) => void;
}

interface Options {
  readonly isAddressRequested: boolean;
  /** Called when a dialog was closed. */
  readonly onClosed?: () => void;
}

/** The dialogs in which users set a payment method or look at its details. */
export function useMethodDialogs(status: BillingStatus, { isAddressRequested, onClosed }: Options): MethodDialogs {
  const [shown, setShown] = useState<Dialog | null>(() => methodToPay());
  useEffect(() => forgetMethodToPay(), []);
  const { data: costs } = useQuery({ ...costsQuery, enabled: shown === 'details' });
  const open = (dialog: Dialog) => {
    if (dialog === 'details' || mayRunProvider()) setShown(dialog);
    else reloadToPay(dialog);
  };
  const close = () => {
    setShown(null);
    onClosed?.();
  };
  const { paymentMethod } = status;
  if (shown === 'details' && paymentMethod) {
    const nextBill = costs?.period.nextBillAmount ?? null;
    const dialog = (
      <AchDetails account={paymentMethod} nextBill={nextBill} onReplace={() => open('ach')} onClose={close} />
    );
    return { dialog, open };
  }
  if (shown === null || shown === 'details') return { dialog: null, open };
  return { dialog: <PaymentModal {...{ method: shown, isAddressRequested }} onClose={close} />, open };
}
