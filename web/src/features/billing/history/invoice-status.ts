import type { Invoice } from '@app/shared/contract/billing.ts';
import type { Level } from '../../../ui/signs/SeveritySign.tsx';
import { dollars } from '../money.ts';

interface ShownStatus {
  readonly text: string;
  readonly level: Level;
}

const statuses: Readonly<Record<Invoice['status'], ShownStatus>> = {
  open: { text: 'Open', level: 'starting' },
  processing: { text: 'On its way', level: 'starting' },
  paid: { text: 'Paid', level: 'ok' },
  failed: { text: 'Failed', level: 'alert' },
  void: { text: 'Void', level: 'muted' },
  refunded: { text: 'Refunded', level: 'muted' },
};

/** A refund that has failed is told in place of the payment: it is what the owner waits for. */
const failedRefund = { text: 'Refund failed', level: 'alert' } as const;

/** Returns the status of an invoice; a part that was given back stands beside the payment. */
export function invoiceStatus({
  status,
  hasFailedRefund,
  refundedAmount,
}: Pick<Invoice, 'status' | 'hasFailedRefund' | 'refundedAmount'>): ShownStatus {
  if (hasFailedRefund) return failedRefund;
  const shown = statuses[status];
  return status === 'paid' && refundedAmount > 0
    ? { ...shown, text: `${shown.text}, ${dollars(refundedAmount)} refunded` }
    : shown;
}
