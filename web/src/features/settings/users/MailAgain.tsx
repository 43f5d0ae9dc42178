import { useState } from 'react';
import { addUser } from '@app/shared/contract/accounts.ts';
import { call } from '../../../lib/http/call.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { errorAndMessage } from '../form/error-and-message.ts';
import { useVerification } from '../../confirm-address/use-verification.ts';
import { isUnsavedEmail, type AddressDraft } from '../form/form-model.ts';
import type { FormHandle } from '../form/use-settings-form.ts';

/** The reason why no mail is sent to an address whose e-mail is edited: it would go to the address before. */
const saveFirst = 'Save the changed address first';

interface Props {
  readonly user: AddressDraft;
  readonly form: FormHandle;
}

/** Sends the invitation or the confirmation again to a user who has not followed it, since mails get lost. */
export function MailAgain({ user, form }: Props) {
  if (user.isPrimary || user.isDeleted) return null;
  if (user.isInvited) return <InviteAgain user={user} form={form} />;
  return user.isVerified ? null : <ConfirmAgain user={user} form={form} />;
}

function InviteAgain({ user, form }: Props) {
  const { email, firstName, lastName } = user;
  const [busy, setBusy] = useState(false);
  const isEdited = isUnsavedEmail(form, user);
  const handleClick = async () => {
    setBusy(true);
    try {
      await call(addUser, { body: { email, firstName, lastName } });
      showToast(`Another invitation is on its way to ${email}`);
      void form.reload();
    } catch (error) {
      form.setFailure(errorAndMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className="users__invited meta">
      {isEdited ? saveFirst : 'Has not come yet'}
      <Button
        size="sm"
        variant="ghost"
        busy={busy}
        disabled={isEdited}
        aria-label={`Invite again: ${email}`}
        onClick={() => void handleClick()}
      >
        Invite again
      </Button>
    </span>
  );
}

function ConfirmAgain({ user, form }: Props) {
  const { isLocked, send } = useVerification(user);
  const isEdited = isUnsavedEmail(form, user);
  return (
    <span className="users__invited meta">
      {isEdited ? saveFirst : 'Not verified yet'}
      <Button
        size="sm"
        variant="ghost"
        disabled={isLocked || isEdited}
        aria-label={`Send verification e-mail to ${user.email}`}
        onClick={() => void send()}
      >
        {isLocked ? 'Link sent' : 'Send verification e-mail'}
      </Button>
    </span>
  );
}
