import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createSubscription } from '@app/shared/contract/billing.ts';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { call } from '../../lib/http/call.ts';
import { Button, buttonClass } from '../../ui/fields/Button.tsx';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { statusQuery, useBillingRefresh, type BillingStatus } from '../billing/billing-queries.ts';
import { dateOf } from '../billing/days.ts';
import { CardForm } from '../billing/method/CardForm.tsx';
import { mayRunProvider, reloadToPay } from '../billing/method/payment-document.ts';
import { usePaymentForm } from '../billing/method/use-payment-form.ts';

interface Props {
  readonly onClose: () => void;
}

/** Step 1: a card is added. It can be left for later as long as the trial lasts. */
export function CardStep({ onClose }: Props) {
  const { data: status, error, refetch } = useQuery(statusQuery);
  const mayPay = mayRunProvider();
  const isReloading = status?.isPaymentSetUp === true && !mayPay;
  useEffect(() => {
    if (isReloading) reloadToPay('card');
  }, [isReloading]);
  return (
    <>
      <h1>Add a payment method</h1>
      {status && <p className="lead">{leadOf(status)}</p>}
      <div className="connect__card">
        {status?.isPaymentSetUp && mayPay && <Subscribe status={status} onClose={onClose} />}
        {status && !status.isPaymentSetUp && <NotSetUp onClose={onClose} />}
        {!status && error && (
          <ErrorState title="The form did not load" message={error.message} onRetry={() => void refetch()} />
        )}
      </div>
    </>
  );
}

const isTrial = (status: BillingStatus): boolean => status.paymentStatus !== paymentStatus.missing;

function leadOf(status: BillingStatus): string {
  if (!isTrial(status)) return 'Your free trial is over. With a payment method your products are watched again.';
  const end = status.trialEndsAt === null ? 'the end of the trial' : dateOf(status.trialEndsAt);
  return `Nothing is charged before ${end}, and you can cancel at any time.`;
}

interface SubscribeProps extends Props {
  readonly status: BillingStatus;
}

function Subscribe({ status, onClose }: SubscribeProps) {
  const refresh = useBillingRefresh();
  const handle = usePaymentForm({
    method: 'card',
    send: (token) => call(createSubscription, { body: { token } }),
    onSaved: () => {
      showToast('Payment method has been updated', { forMs: 4000 });
      // The new payment status leads on: to the thank-you, the wait or the dashboard.
      void refresh().then(onClose);
    },
  });
  const isBusy = handle.form.phase === 'busy';
  const other = isTrial(status) ? (
    <Button disabled={isBusy} onClick={onClose}>
      Later
    </Button>
  ) : (
    <Link to="/home" className={buttonClass({})}>
      Go to the dashboard
    </Link>
  );
  return <CardForm handle={handle} label="Subscribe" other={other} />;
}

function NotSetUp({ onClose }: Props) {
  return (
    <>
      <p className="dim">Payments are not set up on this server.</p>
      <div className="connect__actions">
        <Button onClick={onClose}>Later</Button>
        <Link to="/home">Go to the dashboard</Link>
      </div>
    </>
  );
}

interface OfferProps {
  readonly onOpen: () => void;
}

/** Offers the card step during the trial, as long as there is no payment method. */
export function CardOffer({ onOpen }: OfferProps) {
  const { data: status } = useQuery(statusQuery);
  const isOffered = status?.isPaymentSetUp && !status.hasPaymentDetails && !status.canceled;
  if (!isOffered || status.paymentStatus !== paymentStatus.good || status.trialEndsAt === null) return null;
  return (
    <p className="connect__offer dim">
      Nothing is charged before {dateOf(status.trialEndsAt)}.{' '}
      <button type="button" className="connect__link" onClick={onOpen}>
        Add a payment method now
      </button>
    </p>
  );
}
