import { Panel } from '../../../ui/layout/Panel.tsx';
import type { BillingStatus } from '../billing-queries.ts';
import { BillingAddress } from './BillingAddress.tsx';
import { BillingName } from './BillingName.tsx';
import { Invoices } from './Invoices.tsx';
import './history.css';

export function HistoryPanel({ status }: { readonly status: BillingStatus }) {
  return (
    <Panel title="Billing history" footer={<HistoryFooter name={status.billingName} />}>
      <Invoices />
    </Panel>
  );
}

const HistoryFooter = ({ name }: { readonly name: string }) => (
  <div className="billing-foot">
    <BillingName saved={name} />
    <BillingAddress />
  </div>
);
