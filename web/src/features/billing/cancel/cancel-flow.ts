import type { BillingStatus } from '../billing-queries.ts';

/** The call in progress: accepting an offer, or cancelling. */
export type CancelAction = 'offer' | 'cancel';

interface CancelFlow {
  /** `offer` is 25% off, `pricing` the new pricing; both also have the button that cancels. */
  readonly step: 'closed' | 'offer' | 'pricing' | 'warning' | 'done';
  readonly busy: CancelAction | null;
}

export type CancelEvent =
  | { readonly type: 'opened'; readonly offers: BillingStatus['offers'] }
  | { readonly type: 'sent'; readonly action: CancelAction }
  | { readonly type: 'failed' }
  | { readonly type: 'cancelled' }
  /** The user accepted an offer or reached the end of the dialog, and the browser leaves for another page. */
  | { readonly type: 'left' }
  | { readonly type: 'closed' };

export const closedFlow: CancelFlow = { step: 'closed', busy: null };

/**
 * Section 4: "cancel click, offer of 25% off for 6 months or new daily-ASIN pricing, then continue-to-cancel". Every
 * step before the last has the button that cancels, so cancelling takes two clicks with or without an offer.
 */
export function reduceCancel(flow: CancelFlow, event: CancelEvent): CancelFlow {
  switch (event.type) {
    case 'opened':
      return { step: firstStep(event.offers), busy: null };
    case 'sent':
      return flow.busy === null ? { ...flow, busy: event.action } : flow;
    case 'failed':
      return { ...flow, busy: null };
    case 'cancelled':
      return { step: 'done', busy: null };
    case 'left':
      return closedFlow;
    // The remaining event is 'closed'.
    default:
      return flow.busy === null ? closedFlow : flow;
  }
}

function firstStep({ retention, newPricing }: BillingStatus['offers']): CancelFlow['step'] {
  if (newPricing) return 'pricing';
  return retention ? 'offer' : 'warning';
}
