import type { StripeElements } from '@stripe/stripe-js';
import { useRef, type ReactNode } from 'react';
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
  const { provider, submit, showReady, showNotLoaded } = handle;
  const elements = useRef<StripeElements | null>(null);
  const fields = (
    <>
      {provider && (
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
