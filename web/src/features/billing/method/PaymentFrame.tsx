import type { ReactNode } from 'react';
import { Button } from '../../../ui/fields/Button.tsx';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import { retriesText } from './payment-form.ts';
import type { PaymentFormHandle } from './use-payment-form.ts';
import './method.css';

interface Props {
  readonly handle: PaymentFormHandle;
  /** The provider's fields, which are drawn before they are ready. */
  readonly fields: ReactNode;
  /** Text above the button: the consent that the user gives by pressing it. */
  readonly consent?: ReactNode;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onSubmit: () => void;
  /** A second button, left of the first. */
  readonly other?: ReactNode;
}

/** The frame of both payment forms: failure, fields, consent and buttons. */
export function PaymentFrame({ handle, fields, consent, label, isDisabled = false, onSubmit, other }: Props) {
  const { form, restart } = handle;
  if (form.phase === 'unavailable' || form.phase === 'retrying') {
    return (
      <>
        <ErrorState
          title="Payment is not available right now"
          failure={{ message: form.failure ?? '', isOutage: form.isOutage }}
          failures={form.failedLoads}
          isRetrying={form.phase === 'retrying'}
          onRetry={restart}
        />
        {other && <div className="modal__actions">{other}</div>}
      </>
    );
  }
  const isBusy = form.phase === 'busy';
  return (
    <form
      className="payment-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.phase === 'ready' && !isDisabled) onSubmit();
      }}
    >
      {form.failure && (
        <Banner level="alert" title={form.failure}>
          {retriesText(form)}
        </Banner>
      )}
      <div className="payment-form__fields">
        {form.phase === 'loading' && (
          <SkeletonArea label="Loading the form of the payment provider">
            <span className="payment-form__waiting">
              <Skeleton height="40px" />
              <Skeleton height="40px" />
              <Skeleton height="40px" />
            </span>
          </SkeletonArea>
        )}
        {fields}
      </div>
      {consent && <p className="meta">{consent}</p>}
      <div className="modal__actions">
        {other}
        <Button type="submit" variant="primary" busy={isBusy} disabled={form.phase === 'loading' || isDisabled}>
          {label}
        </Button>
      </div>
    </form>
  );
}
