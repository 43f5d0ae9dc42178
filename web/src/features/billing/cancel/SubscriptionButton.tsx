import { useState } from 'react';
import { Button, type ButtonSize } from '../../../ui/fields/Button.tsx';
import type { BillingStatus } from '../billing-queries.ts';
import { CancelModals } from './CancelModals.tsx';
import { ResumeModal } from './ResumeModal.tsx';
import { useCancel } from './use-cancel.ts';
import './cancel.css';

interface Props {
  readonly status: BillingStatus;
  readonly size?: ButtonSize;
}

/** Cancels the subscription, or takes a cancellation back. */
export function SubscriptionButton({ status, size = 'sm' }: Props) {
  const handle = useCancel();
  const [isResuming, setResuming] = useState(false);
  const { canceled, hasPaymentDetails } = status;
  return (
    <span className="subscription-button">
      {canceled ? (
        <Button size={size} disabled={!hasPaymentDetails} onClick={() => setResuming(true)}>
          Re-activate subscription
        </Button>
      ) : (
        <Button size={size} variant="danger" onClick={() => handle.open(status)}>
          Cancel My Subscription
        </Button>
      )}
      {canceled && !hasPaymentDetails && <span className="meta">Add a payment method first</span>}
      <CancelModals handle={handle} status={status} />
      {isResuming && <ResumeModal status={status} onClose={() => setResuming(false)} />}
    </span>
  );
}
