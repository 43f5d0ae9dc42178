import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { createSubscription, setBankAccount, type PaymentMethod } from '@app/shared/contract/billing.ts';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { call } from '../../lib/http/call.ts';
import { useFailed } from '../../lib/http/kept-failure.ts';
import { identityQuery } from '../../lib/session/identity.ts';
import { Button, buttonClass } from '../../ui/fields/Button.tsx';
import { Segments } from '../../ui/fields/Segments.tsx';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { statusQuery, useBillingRefresh, type BillingStatus } from '../billing/billing-queries.ts';
import { billingDate } from '../billing/days.ts';
import { BankForm } from '../billing/method/BankForm.tsx';
import { CardForm } from '../billing/method/CardForm.tsx';
import { forgetMethodToPay, mayRunProvider, methodToPay, reloadToPay } from '../billing/method/payment-document.ts';
import { PendingAccount } from '../billing/method/PendingAccount.tsx';
import { reportConversion } from '../billing/report-conversion.ts';
import { usePaymentForm } from '../billing/method/use-payment-form.ts';

interface Props {
  readonly onClose: () => void;
}

/** Step 1: the user adds a card or a bank account. During the trial this can be postponed. */
export function CardStep({ onClose }: Props) {
  const subscription = useQuery(statusQuery);
  const { data: status } = subscription;
  const failed = useFailed(subscription);
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
        {status && !status.isPaymentSetUp && <NotSetUp status={status} onClose={onClose} />}
        {failed && <ErrorState title="The form did not load" {...failed} />}
      </div>
    </>
  );
}

const isTrial = (status: BillingStatus): boolean => status.paymentStatus !== paymentStatus.missing;

function leadOf(status: BillingStatus): string {
  if (!isTrial(status)) return 'Your free trial is over. With a payment method your products are watched again.';
  const end = status.trialEndsAt === null ? 'the end of the trial' : billingDate(status.trialEndsAt);
  return `Nothing is charged before ${end}, and you can cancel at any time.`;
}

interface SubscribeProps extends Props {
  readonly status: BillingStatus;
}

/** Offers both ways to pay, each with its own form, because each form begins a set-up at the provider. */
function Subscribe({ status, onClose }: SubscribeProps) {
  const [method, setMethod] = useState<PaymentMethod['method']>(() => methodToPay() ?? 'card');
  useEffect(() => forgetMethodToPay(), []);
  const { paymentMethod } = status;
  return (
    <>
      {paymentMethod && <PendingAccount account={paymentMethod} />}
      <div className="connect__methods">
        <Segments label="Payment method" options={methods} value={method} onChange={setMethod} />
      </div>
      <SubscribeForm key={method} {...{ method, status, onClose }} />
    </>
  );
}

const methods = [
  { value: 'card', content: 'Card (Recommended)' },
  { value: 'ach', content: 'ACH transfer (Beta)' },
] as const;

function SubscribeForm({ method, status, onClose }: SubscribeProps & Pick<PaymentMethod, 'method'>) {
  const refresh = useBillingRefresh();
  const { data: identity } = useQuery(identityQuery);
  const handle = usePaymentForm({
    method,
    // A bank account whose deposits are not verified yet begins the subscription once they are.
    send: (token) => call(method === 'card' ? createSubscription : setBankAccount, { body: { token } }),
    onSaved: () => {
      showToast('Payment method has been updated', { forMs: 4000 });
      void reportConversion('subscribe');
      // The new payment status decides which page follows: the thank-you page, the wait or the dashboard.
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
  if (method === 'card') return <CardForm handle={handle} label="Subscribe" other={other} />;
  const holderName = `${identity?.firstName ?? ''} ${identity?.lastName ?? ''}`.trim();
  return <BankForm {...{ handle, other, holderName }} label="Subscribe" email={identity?.email ?? ''} />;
}

function NotSetUp({ status, onClose }: SubscribeProps) {
  return (
    <>
      <p className="dim">Payments are not set up on this server.</p>
      <div className="connect__actions">
        {isTrial(status) && <Button onClick={onClose}>Later</Button>}
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
      Nothing is charged before {billingDate(status.trialEndsAt)}.{' '}
      <button type="button" className="connect__link" onClick={onOpen}>
        Add a payment method now
      </button>
    </p>
  );
}
