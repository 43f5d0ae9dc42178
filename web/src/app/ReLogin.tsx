import { Suspense, useEffect } from 'react';
import { useStore } from '../lib/browser/store.ts';
import { followLogIns, isReplaced, knownEmail, needsLogin } from '../lib/session/session.ts';
import { AwaitedForm } from './AwaitedForm.tsx';
import { dialogForm } from './dialog-form.ts';

export const reLogin = dialogForm(() => import('./ReLoginModal.tsx'), 'ReLoginModal');

/** Opens the re-login dialog when the session has ended while a page is open; all other calls wait for the log-in. */
export function ReLogin() {
  const open = useStore(needsLogin);
  const isCovered = useStore(isReplaced);
  const email = useStore(knownEmail);
  useEffect(followLogIns, []);
  return open && email && !isCovered ? (
    <Suspense fallback={<AwaitedForm title="Please log in again" form={reLogin} />}>
      <reLogin.Part email={email} />
    </Suspense>
  ) : null;
}
