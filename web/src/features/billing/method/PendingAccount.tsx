import type { PaymentMethod } from '@app/shared/contract/billing.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';

/** Explains how a pending bank account is verified; draws nothing for a verified one. */
export const PendingAccount = ({ account }: { readonly account: PaymentMethod }) =>
  account.status === 'pending' && (
    <Banner level="warning" title="This account is not verified yet.">
      The bank sends two small deposits within one or two business days.{' '}
      {account.verificationUrl && (
        <a href={account.verificationUrl} target="_blank" rel="noreferrer">
          Verify the account
        </a>
      )}
    </Banner>
  );
