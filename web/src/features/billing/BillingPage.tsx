import { useQuery } from '@tanstack/react-query';
import { identityQuery } from '../../lib/session/identity.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { MemberBilling } from './MemberBilling.tsx';
import { OwnerBilling } from './OwnerBilling.tsx';
import './billing.css';

export function BillingPage() {
  const { data: identity } = useQuery(identityQuery);
  return (
    <main className="billing">
      <PageTitle>Subscription & Billing</PageTitle>
      <header className="billing__head">
        <h1>Subscription &amp; Billing</h1>
        <p className="dim">
          {identity?.isOwner === false
            ? 'Only the account owner sees costs, payments and invoices.'
            : 'Pay per tracked ASIN and day. You can cancel in two clicks and keep access to the end of the period.'}
        </p>
      </header>
      {identity && (identity.isOwner ? <OwnerBilling /> : <MemberBilling />)}
    </main>
  );
}
