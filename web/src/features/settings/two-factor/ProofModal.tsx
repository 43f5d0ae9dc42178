import { useState, type SyntheticEvent } from 'react';
import { provePassword } from '@app/shared/contract/two-factor.ts';
import { call } from '../../../lib/http/call.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { useSending } from './use-sending.ts';

interface Props {
  readonly onProved: () => void;
  readonly onClose: () => void;
}

/** Asks for the password again, so that a page left open does not allow a change of the log-in or a new token. */
export function ProofModal({ onProved, onClose }: Props) {
  const [password, setPassword] = useState('');
  const { busy, failure, send } = useSending();
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (password === '' || busy) return;
    void send(async () => {
      await call(provePassword, { body: { password } });
      onProved();
    });
  };
  return (
    <Modal title="Is it you?" onClose={onClose}>
      <form className="modal-form" onSubmit={handleSubmit} noValidate>
        <p className="dim">Before this is changed, please give your password once more.</p>
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
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={password === ''}>
            Continue
          </Button>
        </div>
      </form>
    </Modal>
  );
}
