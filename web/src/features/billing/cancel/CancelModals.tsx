import type { ReactNode } from 'react';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import type { BillingStatus } from '../billing-queries.ts';
import { usableText } from './cancel-words.ts';
import type { CancelHandle } from './use-cancel.ts';
import './cancel.css';

interface Props {
  readonly handle: CancelHandle;
  readonly status: BillingStatus;
}

/** The dialog of the present step of cancelling. */
export function CancelModals({ handle, status }: Props) {
  const { flow, takeDiscount, takeNewPricing, leave } = handle;
  const isTaking = flow.busy === 'offer';
  const step = { handle, usable: usableText(status) };
  switch (flow.step) {
    case 'closed':
      return null;
    case 'offer':
      return (
        <StepModal
          {...step}
          title="Stay, and get 25% off for 6 months"
          lead="Your monthly fee is 25% lower for the next 6 months, and every watchdog goes on as it is."
          offer={
            <Button variant="primary" busy={isTaking} onClick={() => void takeDiscount()} data-autofocus>
              Get 25% Off
            </Button>
          }
        />
      );
    case 'pricing':
      return (
        <StepModal
          {...step}
          title="There is a new pricing"
          lead="Instead of the fee of your package you can pay for each tracked ASIN and day, from tomorrow on."
          offer={
            <Button variant="primary" busy={isTaking} onClick={() => void takeNewPricing()} data-autofocus>
              Redeem New Pricing
            </Button>
          }
        />
      );
    case 'warning':
      return <StepModal {...step} title="Do you want to cancel your subscription?" />;
    // The remaining step is 'done'.
    default:
      return (
        <Modal title="Subscription cancelled" onClose={leave}>
          <p className="dim">Your subscription has now been cancelled. {usableText(status)}</p>
          <div className="modal__actions">
            <Button variant="primary" onClick={leave} data-autofocus>
              Close
            </Button>
          </div>
        </Modal>
      );
  }
}

interface StepProps {
  readonly handle: CancelHandle;
  /** How long the product may be used after the cancellation. */
  readonly usable: string;
  readonly title: string;
  /** The offer in one sentence. */
  readonly lead?: string;
  /** The button that accepts the offer. */
  readonly offer?: ReactNode;
}

function StepModal({ handle: { flow, cancel, close, goToSettings }, usable, title, lead, offer }: StepProps) {
  return (
    <Modal title={title} level={offer ? 'info' : 'warning'} onClose={close} isBusy={flow.busy !== null}>
      {lead && <p className="cancel__lead">{lead}</p>}
      <p className="dim">
        If you cancel, the automatic renewal stops immediately, and no discount is available for you in the future.{' '}
        {usable}
      </p>
      <div className="cancel__actions">
        {offer}
        <Button variant="danger" busy={flow.busy === 'cancel'} onClick={() => void cancel()}>
          Continue to Cancel
        </Button>
        <Button variant="ghost" disabled={flow.busy !== null} onClick={goToSettings}>
          Back to Account Settings
        </Button>
      </div>
    </Modal>
  );
}
