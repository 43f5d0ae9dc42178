import { useNavigate } from '@tanstack/react-router';
import { useReducer } from 'react';
import { applyCoupon, cancelSubscription, switchToDailyPricing } from '@app/shared/contract/billing.ts';
import { call } from '../../../lib/http/call.ts';
import { useBillingRefresh, type BillingStatus } from '../billing-queries.ts';
import { closedFlow, reduceCancel, type CancelAction } from './cancel-flow.ts';

/** The steps of cancelling with their calls; the error modal shows a failure. */
export function useCancel() {
  const [flow, dispatch] = useReducer(reduceCancel, closedFlow);
  const refresh = useBillingRefresh();
  const navigate = useNavigate();
  const run = async (action: CancelAction, act: () => Promise<void>) => {
    if (flow.busy !== null) return;
    dispatch({ type: 'sent', action });
    await act().catch(() => dispatch({ type: 'failed' }));
  };
  // The dialog is closed first: with unsaved changes the page asks before it leaves, and people may stay to save them.
  const leaveFor = (to: '/cancelsubscription' | '/newpricingredeemed' | '/goodbye') => {
    dispatch({ type: 'left' });
    void navigate({ to });
  };
  const takeDiscount = () =>
    run('offer', async () => {
      await call(applyCoupon, { body: {} });
      void refresh();
      leaveFor('/cancelsubscription');
    });
  const takeNewPricing = () =>
    run('offer', async () => {
      await call(switchToDailyPricing);
      void refresh();
      leaveFor('/newpricingredeemed');
    });
  const cancel = () =>
    run('cancel', async () => {
      await call(cancelSubscription);
      dispatch({ type: 'cancelled' });
      void refresh();
    });
  const open = ({ offers }: BillingStatus) => dispatch({ type: 'opened', offers });
  const close = () => dispatch({ type: 'closed' });
  const leave = () => leaveFor('/goodbye');
  const goToSettings = () => {
    close();
    void navigate({ to: '/settings', hash: 'account' });
  };
  return { flow, takeDiscount, takeNewPricing, cancel, open, close, leave, goToSettings };
}

export type CancelHandle = ReturnType<typeof useCancel>;
