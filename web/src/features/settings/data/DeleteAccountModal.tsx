import { useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { requestDeletion } from '@app/shared/contract/tenant-data.ts';
import { isTypedName } from '@app/shared/domain/account/typed-name.ts';
import { call } from '../../../lib/http/call.ts';
import { loadIdentity } from '../../../lib/session/identity.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { useSending } from '../two-factor/use-sending.ts';

interface Props {
  readonly companyName: string;
  readonly onClose: () => void;
}

/** Asks for the name of the account, so that nobody deletes the account by mistake. */
export function DeleteAccountModal({ companyName, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const client = useQueryClient();
  const { busy, failure, send } = useSending();
  const isSame = isTypedName(typed, companyName);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy || !isSame) return;
    void send(async () => {
      await call(requestDeletion, { body: { companyName: typed } });
      onClose();
      await loadIdentity(client);
      await client.invalidateQueries();
    });
  };
  return (
    <Modal title="Delete the account?" level="warning" onClose={onClose} isBusy={busy}>
      <form className="modal-form" onSubmit={handleSubmit} noValidate>
        <p className="dim">
          Your products are not watched from now on. After 14 days all seller accounts, products, alerts, users and
          settings are deleted and cannot be brought back. Nothing changes at Amazon.
        </p>
        <p className="dim">
          What was used until today is billed tomorrow. Until the last day you can download all data and keep the
          account with one click.
        </p>
        <TextField
          label={`Type ${companyName} to go on`}
          autoComplete="off"
          maxLength={200}
          data-autofocus
          value={typed}
          error={failure}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="modal__actions">
          <Button disabled={busy} onClick={onClose}>
            Keep the account
          </Button>
          <Button type="submit" variant="danger" busy={busy} disabled={!isSame}>
            Delete account
          </Button>
        </div>
      </form>
    </Modal>
  );
}
