import { useState, type SyntheticEvent } from 'react';
import { messageOfError } from '@app/shared/base/thrown.ts';
import { changePassword } from '@app/shared/contract/auth.ts';
import { call } from '../../../lib/http/call.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import { passwordChangeProblems, type PasswordChange } from './password-change.ts';

interface Props {
  readonly onClose: () => void;
  /** Called after the change, which has logged out all other browsers. */
  readonly onChanged: () => void;
}

type Outcome = { readonly changed: true } | { readonly changed: false; readonly reason: string };

/** The form, followed by a modal with the result; after a failure the typed text is kept. */
export function ChangePassword({ onClose, onChanged }: Props) {
  const [change, setChange] = useState<PasswordChange>({ oldPassword: '', newPassword: '', confirmation: '' });
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const send = async ({ oldPassword, newPassword }: PasswordChange) => {
    setBusy(true);
    try {
      await call(changePassword, { body: { oldPassword, newPassword } });
      setOutcome({ changed: true });
      onChanged();
    } catch (error) {
      setOutcome({ changed: false, reason: messageOfError(error) });
    } finally {
      setBusy(false);
    }
  };
  if (outcome) return <Feedback outcome={outcome} onClose={outcome.changed ? onClose : () => setOutcome(null)} />;
  return (
    <Modal title="Change password" onClose={onClose} isBusy={busy}>
      <PasswordForm
        change={change}
        onChange={setChange}
        busy={busy}
        onSubmit={() => void send(change)}
        onCancel={onClose}
      />
    </Modal>
  );
}

interface FormProps {
  readonly change: PasswordChange;
  readonly onChange: (change: PasswordChange) => void;
  readonly busy: boolean;
  readonly onSubmit: () => void;
  readonly onCancel: () => void;
}

function PasswordForm({ change, onChange, busy, onSubmit, onCancel }: FormProps) {
  const [wasSent, setWasSent] = useState(false);
  const problems = passwordChangeProblems(change);
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setWasSent(true);
    if (Object.keys(problems).length === 0 && !busy) onSubmit();
  };
  const field = (name: keyof PasswordChange) => ({
    value: change[name],
    maxLength: 500,
    error: wasSent ? problems[name] : undefined,
    onChange: (event: { target: { value: string } }) => onChange({ ...change, [name]: event.target.value }),
  });
  return (
    <form className="modal-form" onSubmit={handleSubmit} noValidate>
      <PasswordField label="Old Password" autoComplete="current-password" {...field('oldPassword')} data-autofocus />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        hint="8 characters or more, with a letter and a digit or symbol"
        {...field('newPassword')}
      />
      <PasswordField label="New Password again" autoComplete="new-password" {...field('confirmation')} />
      <p className="meta">All other browsers are logged out.</p>
      <div className="modal__actions">
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          Change password
        </Button>
      </div>
    </form>
  );
}

function Feedback({ outcome, onClose }: { readonly outcome: Outcome; readonly onClose: () => void }) {
  return (
    <Modal
      title={outcome.changed ? 'Your password has been changed successfully' : 'Could not change your password'}
      level={outcome.changed ? 'ok' : 'alert'}
      onClose={onClose}
    >
      <p className="dim">{outcome.changed ? 'All other browsers have been logged out.' : outcome.reason}</p>
      <div className="modal__actions">
        <Button variant="primary" onClick={onClose} data-autofocus>
          {outcome.changed ? 'Close' : 'Back'}
        </Button>
      </div>
    </Modal>
  );
}
