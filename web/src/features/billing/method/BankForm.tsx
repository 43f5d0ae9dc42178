import { useEffect, useState, type ReactNode } from 'react';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { PaymentFrame } from './PaymentFrame.tsx';
import { chooseBankAccount, confirmBankAccount, type Provider } from './provider-steps.ts';
import type { PaymentFormHandle } from './use-payment-form.ts';

interface Props {
  readonly handle: PaymentFormHandle;
  readonly label: string;
  readonly holderName: string;
  readonly email: string;
  readonly extra?: ReactNode;
  readonly isDisabled?: boolean;
  readonly other?: ReactNode;
}

/** A bank account is chosen in the provider's window; afterwards the user accepts the debit here. */
export function BankForm({ handle, label, holderName, email, extra, isDisabled = false, other }: Props) {
  const { provider, submit, showReady } = handle;
  const [name, setName] = useState(holderName);
  // The set-up in which the bank account was chosen; in another set-up it must be chosen again.
  const [chosenIn, setChosenIn] = useState<Provider | null>(null);
  useEffect(() => {
    if (provider) showReady();
    // oxlint-disable-next-line react/exhaustive-deps -- the function is a new one at each render
  }, [provider]);
  const isChosen = provider !== null && chosenIn === provider;
  const handleSubmit = () =>
    void submit(async (current) => {
      if (isChosen) {
        try {
          return await confirmBankAccount(current);
        } catch (error) {
          // The provider has refused the account, so that the user has to choose an account again.
          setChosenIn(null);
          throw error;
        }
      }
      const account = await chooseBankAccount(current, { name: name.trim(), email });
      if (account) setChosenIn(current);
      return null;
    });
  const fields = (
    <>
      <TextField
        label="Account holder"
        autoComplete="name"
        maxLength={200}
        value={name}
        readOnly={isChosen}
        onChange={({ target }) => setName(target.value)}
      />
      {extra}
    </>
  );
  return (
    <PaymentFrame
      handle={handle}
      fields={fields}
      label={isChosen ? label : 'Choose bank account'}
      isDisabled={isDisabled || name.trim() === ''}
      onSubmit={handleSubmit}
      other={other}
      consent={isChosen ? mandate(label) : chooseText}
    />
  );
}

const chooseText =
  'A window of the payment provider opens, in which you log in to your US bank or enter the numbers of your account.';

/** The authorisation that the rules of the ACH network (NACHA) ask for. */
const mandate = (label: string): string =>
  `By clicking ${label}, you authorize Watchpost to debit the bank account that you have chosen for any amount owed for charges arising from your use of Watchpost's services, until you revoke this authorization. You may change or cancel it at any time by setting another payment method, or by notifying Watchpost with 30 days notice.`;
