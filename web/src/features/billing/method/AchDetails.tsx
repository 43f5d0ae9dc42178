import type { ReactNode } from 'react';
import type { PaymentMethod } from '@app/shared/contract/billing.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { dateOf } from '../days.ts';
import { dollars } from '../money.ts';
import { PendingAccount } from './PendingAccount.tsx';
import { hasTooFewFunds, tooFewFundsText } from './funds.ts';

interface Props {
  readonly account: PaymentMethod;
  /** The projected next bill in cents; `null` while it is not known. */
  readonly nextBill: number | null;
  readonly onReplace: () => void;
  readonly onClose: () => void;
}

/** The bank account that is debited. */
export function AchDetails({ account, nextBill, onReplace, onClose }: Props) {
  const { name, accountHolder, accountType, routingNumber, last4, balance, balanceAt } = account;
  return (
    <Modal title="ACH details" onClose={onClose}>
      <PendingAccount account={account} />
      {hasTooFewFunds(account, nextBill) && <Banner level="warning">{tooFewFundsText}</Banner>}
      <dl className="ach-details">
        <Detail name="Bank">{name}</Detail>
        <Detail name="Account holder">{accountHolder ?? '–'}</Detail>
        <Detail name="Account type">{accountType ?? '–'}</Detail>
        <Detail name="Routing number">{routingNumber ?? '–'}</Detail>
        <Detail name="Account number">•••• {last4}</Detail>
        <Detail name="Balance">{balanceText(balance, balanceAt)}</Detail>
      </dl>
      <div className="modal__actions">
        <Button onClick={onReplace}>Set another account</Button>
        <Button variant="primary" onClick={onClose} data-autofocus>
          Close
        </Button>
      </div>
    </Modal>
  );
}

const balanceText = (balance: number | null, at: string | null): string =>
  balance === null ? 'not told by the bank' : `${dollars(balance)}${at === null ? '' : ` on ${dateOf(at)}`}`;

const Detail = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className="meta">{name}</dt>
    <dd className="figures">{children}</dd>
  </div>
);
