import { useState, type SyntheticEvent } from 'react';
import { messageOfError } from '@app/shared/base/thrown.ts';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { call } from '../lib/http/call.ts';
import { Button } from '../ui/fields/Button.tsx';
import { Modal } from '../ui/overlays/Modal.tsx';
import { PasswordField } from '../ui/fields/PasswordField.tsx';

/** Asks for the password of the person who is logged in. */
export function ProofModal({ onAnswer }: { readonly onAnswer: (isProved: boolean) => void }) {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const handleSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (password === '' || busy) return;
    setBusy(true);
    // A failure in the words of the one before is announced only if that one has gone.
    setFailure(null);
    try {
      await call(provePassword, { body: { password } });
      onAnswer(true);
    } catch (error) {
      setFailure(messageOfError(error));
      setBusy(false);
    }
  };
  const handleClose = () => onAnswer(false);
  return (
    <Modal title="Is it you?" onClose={handleClose} isBusy={busy}>
      <form className="modal-form" onSubmit={(event) => void handleSubmit(event)} noValidate>
        <p className="dim">Please enter your password again before this is changed.</p>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          maxLength={500}
          data-autofocus
          value={password}
          error={failure}
          onChange={(event) => setPassword(event.target.value)}
        />
        <div className="modal__actions">
          <Button disabled={busy} onClick={handleClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={password === ''}>
            Continue
          </Button>
        </div>
      </form>
    </Modal>
  );
}
