import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PaymentMethod } from '@app/shared/contract/billing.ts';
import { costsQuery, type BillingStatus } from '../billing-queries.ts';
import { AchDetails } from './AchDetails.tsx';
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

/** The dialogs in which a payment method is set and looked at. */
export function useMethodDialogs(status: BillingStatus, { isAddressRequested, onClosed }: Options): MethodDialogs {
  const [shown, setShown] = useState<Dialog | null>(null);
  const { data: costs } = useQuery({ ...costsQuery, enabled: shown === 'details' });
  const close = () => {
    setShown(null);
    onClosed?.();
  };
  const { paymentMethod } = status;
  if (shown === 'details' && paymentMethod) {
    const nextBill = costs?.period.nextBillAmount ?? null;
    const dialog = (
      <AchDetails account={paymentMethod} nextBill={nextBill} onReplace={() => setShown('ach')} onClose={close} />
    );
    return { dialog, open: setShown };
  }
  if (shown === null || shown === 'details') return { dialog: null, open: setShown };
  const dialog = <PaymentModal {...{ method: shown, status, isAddressRequested }} onClose={close} />;
  return { dialog, open: setShown };
}
