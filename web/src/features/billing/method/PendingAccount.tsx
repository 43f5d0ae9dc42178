import type { PaymentMethod } from '@app/shared/contract/billing.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { pendingText } from './method-text.ts';

interface Props {
  readonly account: PaymentMethod;
  /** The other payment method of the owner, which is charged until the account is verified; `null` for none. */
  readonly current?: PaymentMethod | null;
}

/** Explains how a pending bank account is verified; draws nothing for a verified one. */
export const PendingAccount = ({ account, current = null }: Props) =>
  account.status === 'pending' && (
    <Banner level="warning" title={pendingText(account, current)}>
      The bank sends two small deposits within one or two business days.{' '}
      {account.verificationUrl && (
        <a href={account.verificationUrl} target="_blank" rel="noreferrer">
          Verify the account
        </a>
      )}
    </Banner>
  );
