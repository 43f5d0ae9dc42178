import { useState, type SyntheticEvent } from 'react';
import { addPasskey, startPasskey } from '@app/shared/contract/two-factor.ts';
import { call } from '../../../lib/http/call.ts';
import { makePasskey } from '../../../lib/session/passkeys.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useSending } from './use-sending.ts';

interface Props {
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void;
  readonly onFailed: () => void;
  readonly onClose: () => void;
}

/** Asks for the passkey's name; the browser asks for the fingerprint, face or key. */
export function PasskeyModal({ onAdded, onFailed, onClose }: Props) {
  const [name, setName] = useState('');
  const { busy, failure, send } = useSending(onFailed);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy || name.trim() === '') return;
    void send(async () => {
      const { options } = await call(startPasskey);
      const response = await makePasskey(options);
      if (!response) return;
      const { recoveryCodes } = await call(addPasskey, { body: { name, response } });
      onAdded(recoveryCodes);
    });
  };
  return (
    <Modal title="Add a passkey" onClose={onClose} isBusy={busy}>
      <form className="modal-form" onSubmit={handleSubmit} noValidate>
        <p className="dim">Your browser asks for your finger, your face, a PIN or a security key.</p>
        <TextField
          label="Name"
          hint="So that you know later which one it is, such as My laptop"
          maxLength={100}
          data-autofocus
          value={name}
          error={failure}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="modal__actions">
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={name.trim() === ''}>
            Add passkey
          </Button>
        </div>
      </form>
    </Modal>
  );
}
