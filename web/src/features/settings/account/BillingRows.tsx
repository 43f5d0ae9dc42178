import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import { statusQuery, type BillingStatus } from '../../billing/billing-queries.ts';
import { SubscriptionButton } from '../../billing/cancel/SubscriptionButton.tsx';
import { InvoicesModal } from '../../billing/history/InvoicesModal.tsx';
import { methodStatusText } from '../../billing/method/method-text.ts';
import { methodToPay } from '../../billing/method/payment-document.ts';
import { methodAction, PaymentMethodModal } from '../../billing/method/PaymentMethodModal.tsx';
import { SettingRow } from '../parts/Section.tsx';
import { subscriptionNote } from './subscription-note.ts';

/** The owner's rows about payment, invoices and the subscription. Section 4: payment status 0 hides them. */
export function BillingRows() {
  const subscription = useQuery(statusQuery);
  const { data: status } = subscription;
  const failed = useFailed(subscription);
  if (status) return status.paymentStatus === paymentStatus.exempt ? null : <Rows status={status} />;
  if (failed) {
    return (
      <SettingRow title="Subscription" note={`It did not load. ${failed.failure.message}`}>
        <Button busy={failed.isRetrying} onClick={failed.onRetry}>
          Try again
        </Button>
      </SettingRow>
    );
  }
  return (
    <SkeletonArea label="Loading the subscription">
      <Skeleton height="147px" />
    </SkeletonArea>
  );
}

const route = getRouteApi('/settings');

function Rows({ status }: { readonly status: BillingStatus }) {
  const { skipbillingaddress } = route.useSearch();
  const [shown, setShown] = useState<'payment' | 'invoices' | null>(() => (methodToPay() ? 'payment' : null));
  const { paymentMethod } = status;
  const close = () => setShown(null);
  return (
    <>
      <SettingRow title="Payment" note={paymentMethod ? methodStatusText(paymentMethod) : 'No payment method yet'}>
        <Button onClick={() => setShown('payment')}>{methodAction(status)}</Button>
      </SettingRow>
      <SettingRow title="Invoices" note={<Link to="/subscription-and-billing">Daily costs and the next bill</Link>}>
        <Button onClick={() => setShown('invoices')}>Show invoices</Button>
      </SettingRow>
      <SettingRow title="Subscription" note={subscriptionNote(status)}>
        <SubscriptionButton status={status} size="md" />
      </SettingRow>
      {shown === 'payment' && (
        <PaymentMethodModal status={status} isAddressRequested={skipbillingaddress !== 'true'} onClose={close} />
      )}
      {shown === 'invoices' && <InvoicesModal onClose={close} />}
    </>
  );
}
