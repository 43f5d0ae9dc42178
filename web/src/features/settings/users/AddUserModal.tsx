import { useState, type SyntheticEvent } from 'react';
import { cleanEmail, isSameEmail } from '@app/shared/domain/inputs/email-address.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { isUnsavedEmail } from '../form/form-model.ts';
import type { FormHandle } from '../form/use-settings-form.ts';
import { accessNote, newUserProblems, recipientsOf, type NewUser } from './team.ts';
import { useAddUser } from './use-add-user.ts';

interface Props {
  readonly form: FormHandle;
  readonly onClose: () => void;
}

const somebodyNew = 'new';

/** Adds a new user, or makes a user of an address that only receives mail so far. */
export function AddUserModal({ form, onClose }: Props) {
  const [user, setUser] = useState<NewUser>({ email: '', firstName: '', lastName: '' });
  // Typing never chooses a listed address, because the typed address may only begin like it.
  const [chosen, setChosen] = useState(somebodyNew);
  const [wasSent, setWasSent] = useState(false);
  const { busy, failure, dismiss, add } = useAddUser(form, onClose);
  const { addresses } = form.draft;
  const problems = newUserProblems(user, addresses);
  const recipient = recipientsOf(addresses).find(({ email }) => isSameEmail(email, user.email));
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (Object.keys(problems).length === 0 && !busy) void add(user);
  };
  const field = (name: 'firstName' | 'lastName') => ({
    value: user[name],
    maxLength: 200,
    error: wasSent ? problems[name] : undefined,
    onChange: (event: { target: { value: string } }) => setUser({ ...user, [name]: event.target.value }),
  });
  return (
    <Modal title="Add User" onClose={onClose} isBusy={busy}>
      <form className="modal-form" onSubmit={handleSubmit} noValidate>
        {failure && (
          <Banner level="alert" onClose={dismiss}>
            {failure}
          </Banner>
        )}
        <Who
          form={form}
          chosen={chosen}
          onChange={(email) => {
            setChosen(email);
            setUser({ ...user, email: email === somebodyNew ? '' : email });
          }}
        />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="off"
          readOnly={chosen !== somebodyNew}
          value={user.email}
          error={wasSent ? problems.email : undefined}
          onChange={({ target }) => setUser({ ...user, email: cleanEmail(target.value) })}
          data-autofocus
        />
        <TextField label="First Name" autoComplete="off" {...field('firstName')} />
        <TextField label="Last Name" autoComplete="off" {...field('lastName')} />
        <p className="meta">
          A link by which they choose a password is mailed to them. {accessNote(recipient)}
          {recipient && isUnsavedEmail(form, recipient) && ' Your other unsaved changes are saved with it.'}
        </p>
        <div className="modal__actions">
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Add User
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface WhoProps {
  readonly form: FormHandle;
  /** A listed address, or `somebodyNew`. */
  readonly chosen: string;
  readonly onChange: (chosen: string) => void;
}

function Who({ form, chosen, onChange }: WhoProps) {
  const recipients = recipientsOf(form.draft.addresses);
  if (recipients.length === 0) return null;
  return (
    <Select
      label="Who"
      value={chosen}
      options={[
        { value: somebodyNew, label: 'Somebody new' },
        ...recipients.map((recipient) => ({
          value: recipient.email,
          label: `${recipient.email}, gets e-mails already`,
        })),
      ]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
