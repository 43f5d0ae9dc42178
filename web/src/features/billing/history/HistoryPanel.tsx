import { Panel } from '../../../ui/layout/Panel.tsx';
import type { BillingStatus } from '../billing-queries.ts';
import { BillingName } from './BillingName.tsx';
import { Invoices } from './Invoices.tsx';

export function HistoryPanel({ status }: { readonly status: BillingStatus }) {
  return (
    <Panel title="Billing history" footer={<BillingName saved={status.billingName} />}>
      <Invoices />
    </Panel>
  );
}
