import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { resumeSubscription } from '@app/shared/contract/billing.ts';
import { call } from '../../../lib/http/call.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { useBillingRefresh } from '../billing-queries.ts';

/** Asks for confirmation before a cancelled subscription is resumed. */
export function ResumeModal({ onClose }: { readonly onClose: () => void }) {
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
      <p className="dim">
        Do you want to re-activate your subscription? Your products stay watched, and the payment method on file is
        charged again. If the service has ended already, a new billing period begins today.
      </p>
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
