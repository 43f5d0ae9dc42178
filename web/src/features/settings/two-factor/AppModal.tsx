import { useState, type SyntheticEvent } from 'react';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { confirmApp, type startApp } from '@app/shared/contract/two-factor.ts';
import { call } from '../../../lib/http/call.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useSending } from './use-sending.ts';

interface Props {
  readonly app: Reply<typeof startApp>;
  readonly onAdded: (recoveryCodes: readonly string[] | null) => void;
  readonly onFailed: () => void;
  readonly onClose: () => void;
}

/** Shows the secret as a QR code and as text, and asks for a code that proves that the app has it. */
export function AppModal({ app, onAdded, onFailed, onClose }: Props) {
  const [code, setCode] = useState('');
  const { busy, failure, send } = useSending(onFailed);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy || code.trim() === '') return;
    void send(async () => onAdded((await call(confirmApp, { body: { code } })).recoveryCodes));
  };
  return (
    <Modal title="Set up an authenticator app" onClose={onClose} isBusy={busy}>
      <form className="modal-form" onSubmit={handleSubmit} noValidate>
        <p className="dim">Scan this with the app, or type the key into it.</p>
        <img
          className="two-factor__qr"
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(app.qrCode)}`}
          alt="QR code that holds the key below"
          width={192}
          height={192}
        />
        <p className="two-factor__secret">
          <span className="meta">Key</span> <code>{app.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <TextField
          label="Code of your app"
          hint="Six digits, new every 30 seconds"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          data-autofocus
          value={code}
          error={failure}
          onChange={(event) => setCode(event.target.value)}
        />
        <div className="modal__actions">
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={code.trim() === ''}>
            Turn on
          </Button>
        </div>
      </form>
    </Modal>
  );
}
