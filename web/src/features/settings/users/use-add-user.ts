import { isSameEmail } from '@app/shared/domain/inputs/email-address.ts';
import { useState } from 'react';
import { addUser } from '@app/shared/contract/accounts.ts';
import { call } from '../../../lib/http/call.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { errorAndMessage } from '../form/error-and-message.ts';
import { isUnsavedEmail } from '../form/form-model.ts';
import type { FormHandle } from '../form/use-settings-form.ts';
import type { NewUser } from './team.ts';

/** Section 9: how long "user added" is shown. */
const addedMs = 5_000;

/** Adds a user at once, without the page's Save; unsaved changes stay. */
export function useAddUser(form: FormHandle, onAdded: () => void) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const add = async ({ email, firstName, lastName }: NewUser) => {
    setBusy(true);
    setFailure(null);
    try {
      // An address that exists only in the form is saved first: otherwise it would become a second address.
      const known = form.draft.addresses.find((address) => isSameEmail(address.email, email));
      const isUnsaved = known !== undefined && isUnsavedEmail(form, known);
      if (isUnsaved && !(await form.save())) {
        setFailure('Your changes could not be saved, so nobody was added. The page says why.');
        return;
      }
      // JavaScript counts minutes west of Greenwich, the API counts minutes east.
      const timezoneOffsetMins = -new Date().getTimezoneOffset();
      await call(addUser, {
        body: { email, firstName: firstName.trim(), lastName: lastName.trim(), timezoneOffsetMins },
      });
      await form.reload();
      showToast(`User added. An invitation is on its way to ${email}`, { forMs: addedMs });
      onAdded();
    } catch (error) {
      setFailure(errorAndMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, dismiss: () => setFailure(null), add };
}
