import { useState, type SubmitEvent } from 'react';
import { generateId } from '@app/shared/contract/accounts.ts';
import { cleanEmail } from '@app/shared/domain/inputs/email-address.ts';
import { call } from '../../../lib/http/call.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { errorAndMessage } from '../form/error-and-message.ts';
import { emailProblem } from '../form/settings-problems.ts';
import type { FormHandle } from '../form/use-settings-form.ts';

interface Props {
  readonly form: FormHandle;
  readonly onAdded: (address: { emailAddressId: string; email: string }) => void;
  readonly onClose: () => void;
}

export function AddEmailModal({ form, onAdded, onClose }: Props) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    const problem = emailProblem(email, form.draft.addresses);
    setError(problem);
    if (problem) return;
    setBusy(true);
    try {
      const { id } = await call(generateId);
      form.dispatch({ type: 'addressAdded', id, email });
      onAdded({ emailAddressId: id, email });
      onClose();
    } catch (failure) {
      setError(errorAndMessage(failure));
      setBusy(false);
    }
  };
  return (
    <Modal title="Add notification e-mail" onClose={onClose} isBusy={isBusy}>
      <form className="modal-form" noValidate onSubmit={(event) => void add(event)}>
        <TextField
          label="E-mail address"
          type="email"
          autoComplete="off"
          data-autofocus
          value={email}
          error={error}
          hint="It gets mail only: it cannot be used for login. A link to verify it is sent when you save"
          onChange={({ target }) => setEmail(cleanEmail(target.value))}
        />
        <div className="modal__actions">
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={email === ''} busy={isBusy}>
            Add e-mail
          </Button>
        </div>
      </form>
    </Modal>
  );
}
