import { useEffect } from 'react';
import { messageOfError } from '@app/shared/base/thrown.ts';
import { sendVerification } from '@app/shared/contract/accounts.ts';
import { call } from '../../lib/http/call.ts';
import { createStore, useStore } from '../../lib/browser/store.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';

/** Specification, section 4: a link can be sent again 30 s later. */
const lockMs = 30_000;

/** The addresses to which a link was just sent. Global, so that the lock stays when another address is shown. */
const locked = createStore<ReadonlySet<string>>(new Set());

function lock(id: string): void {
  if (locked.get().has(id)) return;
  locked.set(new Set([...locked.get(), id]));
  setTimeout(() => unlock(id), lockMs);
}

function unlock(id: string): void {
  locked.set(new Set([...locked.get()].filter((other) => other !== id)));
}

interface UnconfirmedAddress {
  readonly emailAddressId: string;
  readonly verificationEmailSent: boolean;
}

/** Sends the link that confirms an address; `send` returns whether it was sent. */
export function useVerification({ emailAddressId, verificationEmailSent }: UnconfirmedAddress) {
  const ids = useStore(locked);
  useEffect(() => {
    if (verificationEmailSent) lock(emailAddressId);
  }, [emailAddressId, verificationEmailSent]);
  const send = async (): Promise<boolean> => {
    lock(emailAddressId);
    try {
      await call(sendVerification, { params: { emailAddressId } });
      showToast('Verification email has been sent', { forMs: 4000 });
      return true;
    } catch (error) {
      unlock(emailAddressId);
      showToast(messageOfError(error), { level: 'alert', forMs: 4000 });
      return false;
    }
  };
  return { isLocked: ids.has(emailAddressId), send };
}
