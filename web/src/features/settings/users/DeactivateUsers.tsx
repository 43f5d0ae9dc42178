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
  const [asked, setAsked] = useState<Question | null>(null);
  const users = deactivatable(form.draft.addresses);
  const chosen = users.filter(({ emailAddressId }) => picked.includes(emailAddressId));
  if (asked) return <Confirm {...asked} form={form} onBack={() => setAsked(null)} onDone={onClose} />;
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
        <Button
          variant="danger"
          disabled={chosen.length === 0}
          onClick={() => setAsked({ users: chosen, savesOthers: form.isDirty })}
        >
          Deactivate
        </Button>
      </div>
    </Modal>
  );
}

/**
 * The question as it was asked. While the request runs, the users are not among those to choose from any more, and their
 * deactivation is an unsaved change of the form.
 */
interface Question {
  readonly users: readonly AddressDraft[];
  /** Whether the form has other unsaved changes, which are saved as well. */
  readonly savesOthers: boolean;
}

interface ConfirmProps extends Question {
  readonly form: FormHandle;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

function Confirm({ users, savesOthers, form, onBack, onDone }: ConfirmProps) {
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
        {savesOthers && ' Your other unsaved changes are saved with it.'}
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
