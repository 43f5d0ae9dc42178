import { useState } from 'react';
import { addUser } from '@app/shared/contract/team.ts';
import { call } from '../../../lib/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast-store.ts';
import { errorAndMessage } from '../error-and-message.ts';
import { isUnsavedEmail, type AddressDraft } from '../form-model.ts';
import type { FormHandle } from '../use-settings-form.ts';

interface Props {
  readonly user: AddressDraft;
  readonly form: FormHandle;
}

/** A mail that got lost is no reason to begin anew. */
export function InviteAgain({ user, form }: Props) {
  const { email, firstName, lastName } = user;
  const [busy, setBusy] = useState(false);
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
      Has not confirmed yet
      <Button
        size="sm"
        variant="ghost"
        busy={busy}
        disabled={isUnsavedEmail(form, user)}
        aria-label={`Invite again: ${email}`}
        onClick={() => void handleClick()}
      >
        Invite again
      </Button>
    </span>
  );
}
