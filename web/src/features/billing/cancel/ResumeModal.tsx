import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { resumeSubscription } from '@app/shared/contract/billing.ts';
import { call } from '../../../lib/http/call.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { useBillingRefresh, type BillingStatus } from '../billing-queries.ts';
import { resumeText } from './cancel-words.ts';

interface Props {
  readonly status: BillingStatus;
  readonly onClose: () => void;
}

/** Asks for confirmation before a cancelled subscription is resumed. */
export function ResumeModal({ status, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const refresh = useBillingRefresh();
  const navigate = useNavigate();
  const resume = async () => {
    setBusy(true);
    try {
      await call(resumeSubscription);
      void refresh();
      // The dialog closes before the navigation, because users may stay when the page asks about unsaved changes.
      onClose();
      void navigate({ to: '/renewed' });
    } catch {
      // The error modal shows the failure.
      setBusy(false);
    }
  };
  return (
    <Modal title="Re-activate subscription" onClose={onClose} isBusy={busy}>
      <p className="dim">Do you want to re-activate your subscription? {resumeText(status)}</p>
      <div className="modal__actions">
        <Button disabled={busy} onClick={onClose}>
          No
        </Button>
        <Button variant="primary" busy={busy} onClick={() => void resume()} data-autofocus>
          Yes
        </Button>
      </div>
    </Modal>
  );
}
