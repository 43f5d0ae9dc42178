import type { StripeElements } from '@stripe/stripe-js';
import { useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/fields/Button.tsx';
import { CardFields } from './CardFields.tsx';
import { PaymentFrame } from './PaymentFrame.tsx';
import { confirmCard } from './provider-steps.ts';
import type { PaymentFormHandle } from './use-payment-form.ts';

interface Props {
  readonly handle: PaymentFormHandle;
  /** Section 9: 'Subscribe' at sign-up and 'Update payment method' in the settings. */
  readonly label: string;
  /** Our own fields, below those of the provider. */
  readonly extra?: ReactNode;
  readonly isDisabled?: boolean;
  readonly other?: ReactNode;
}

export function CardForm({ handle, label, extra, isDisabled, other }: Props) {
  const { form, provider, submit, restart, showReady, showNotLoaded } = handle;
  const elements = useRef<StripeElements | null>(null);
  const fields = (
    <>
      {form.isCompleted && <CompletedCard isBusy={form.phase === 'busy'} onRestart={restart} />}
      {provider && !form.isCompleted && (
        <CardFields
          provider={provider}
          onReady={(made) => {
            elements.current = made;
            showReady();
          }}
          onNotLoaded={showNotLoaded}
        />
      )}
      {extra}
    </>
  );
  const handleSubmit = () =>
    void submit(async (confirmed) => (elements.current ? confirmCard(confirmed, elements.current) : null));
  return (
    <PaymentFrame
      handle={handle}
      fields={fields}
      label={label}
      isDisabled={isDisabled ?? false}
      onSubmit={handleSubmit}
      other={other}
      consent="Your card data go to the payment provider only. We see its brand, its last four digits and its expiry date."
    />
  );
}

interface CompletedCardProps {
  readonly isBusy: boolean;
  readonly onRestart: () => void;
}

/** Stands in place of the provider's fields, because a card that is typed now would not be the one that is saved. */
const CompletedCard = ({ isBusy, onRestart }: CompletedCardProps) => (
  <div className="payment-form__completed">
    <p>The payment provider has accepted your card, but it is not saved yet. Try again, or enter another card.</p>
    <Button size="sm" disabled={isBusy} onClick={onRestart}>
      Enter another card
    </Button>
  </div>
);
