import { useQuery } from '@tanstack/react-query';
import { packageInfo } from '@app/shared/contract/billing.ts';
import { trialWords } from '@app/shared/domain/billing/package.ts';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { query } from '../../lib/http/call.ts';
import type { Identity } from '../../lib/session/identity.ts';

/** Draws the length of the trial; nothing once the trial is over and a payment method is missing. */
export function TrialFact({ identity }: { readonly identity: Identity | undefined }) {
  const { data } = useQuery(query(packageInfo, { query: {} }));
  const trial = data && trialWords(data);
  if (!trial || identity?.paymentStatus === paymentStatus.missing) return null;
  return (
    <section className="facts">
      <p className="dim">{trial.span} free, every ASIN included.</p>
    </section>
  );
}
