import { useQuery } from '@tanstack/react-query';
import { identityQuery } from '../../lib/session/identity.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { statusQuery } from './billing-queries.ts';
import { headText } from './head-text.ts';
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
        {identity?.isOwner === false ? (
          <p className="dim">Only the account owner sees costs, payments and invoices.</p>
        ) : (
          <OwnerHead isOwner={identity?.isOwner ?? false} />
        )}
      </header>
      {identity && (identity.isOwner ? <OwnerBilling /> : <MemberBilling />)}
    </main>
  );
}

/** The line keeps its height until the state of the subscription has loaded. */
function OwnerHead({ isOwner }: { readonly isOwner: boolean }) {
  const { data: status } = useQuery({ ...statusQuery, enabled: isOwner });
  return <p className="dim">{status ? headText(status) : '\u00a0'}</p>;
}
