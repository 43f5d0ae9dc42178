import { useState } from 'react';
import { Button } from '../../../ui/fields/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import type { AddressDraft } from '../form/form-model.ts';
import type { FormHandle } from '../form/use-settings-form.ts';
import { deactivatable } from './team.ts';

interface Props {
  readonly form: FormHandle;
  readonly onClose: () => void;
}

/**
 * Lets the owner choose users to deactivate, and asks for confirmation, because the users are logged out immediately.
 */
export function DeactivateUsers({ form, onClose }: Props) {
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [isSure, setSure] = useState(false);
  const users = deactivatable(form.draft.addresses);
  const chosen = users.filter(({ emailAddressId }) => picked.includes(emailAddressId));
  if (isSure) return <Confirm users={chosen} form={form} onBack={() => setSure(false)} onDone={onClose} />;
  const toggle = (id: string, on: boolean) => setPicked(on ? [...picked, id] : picked.filter((one) => one !== id));
  return (
    <Modal title="Deactivate Users" onClose={onClose}>
      <p className="dim">Deactivated users can no longer log in and get no more e-mails.</p>
      <ul className="deactivate">
        {users.map(({ emailAddressId: id, email, firstName, lastName }) => (
          <li key={id}>
            <Checkbox checked={picked.includes(id)} onChange={({ target }) => toggle(id, target.checked)}>
              {email} <span className="meta">{`${firstName} ${lastName}`.trim()}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <div className="modal__actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" disabled={chosen.length === 0} onClick={() => setSure(true)}>
          Deactivate
        </Button>
      </div>
    </Modal>
  );
}

interface ConfirmProps {
  readonly users: readonly AddressDraft[];
  readonly form: FormHandle;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

function Confirm({ users, form, onBack, onDone }: ConfirmProps) {
  const handleConfirm = async () => {
    await form.save(users.map(({ emailAddressId: id }) => ({ type: 'addressDeleted', id, isDeleted: true })));
    // A failure is shown on the page, where the users are still marked for deactivation.
    onDone();
  };
  return (
    <Modal
      title={users.length === 1 ? 'Deactivate this user?' : `Deactivate ${users.length} users?`}
      level="warning"
      onClose={onBack}
      isBusy={form.isSaving}
    >
      <ul className="deactivate deactivate--names">
        {users.map(({ emailAddressId, email }) => (
          <li key={emailAddressId}>{email}</li>
        ))}
      </ul>
      <p className="dim">
        They are logged out everywhere, and what was about to be mailed to them is not sent.
        {form.isDirty && ' Your other unsaved changes are saved with it.'}
      </p>
      <div className="modal__actions">
        <Button disabled={form.isSaving} onClick={onBack}>
          Back
        </Button>
        <Button variant="danger" busy={form.isSaving} onClick={() => void handleConfirm()} data-autofocus>
          Yes, deactivate
        </Button>
      </div>
    </Modal>
  );
}
