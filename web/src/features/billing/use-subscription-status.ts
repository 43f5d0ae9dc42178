import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { identityQuery } from '../../lib/session/identity.ts';
import { statusQuery, useBillingRefresh, type BillingStatus } from './billing-queries.ts';

/**
 * The states that a payment ends. The page polls while in them, because workers charge a new payment method only some
 * seconds after it was saved.
 */
const unpaidStatuses = new Set<number>([paymentStatus.failed, paymentStatus.suspended, paymentStatus.blocked]);
const unpaidPollMs = 3000;

const pollMs = (status: BillingStatus | undefined): number | false =>
  status && unpaidStatuses.has(status.paymentStatus) ? unpaidPollMs : false;

/**
 * Fetches the state of the subscription, and follows it until an open invoice is paid. When it differs from the state
 * that the banner of the page shows, all figures of billing are fetched again.
 */
export function useSubscriptionStatus() {
  const refresh = useBillingRefresh();
  const shown = useQuery(identityQuery).data?.paymentStatus;
  const status = useQuery({ ...statusQuery, refetchInterval: ({ state }) => pollMs(state.data) });
  const current = status.data?.paymentStatus;
  useEffect(() => {
    if (shown !== undefined && current !== undefined && shown !== current) void refresh();
  }, [shown, current, refresh]);
  return status;
}
