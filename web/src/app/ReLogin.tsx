import { Suspense } from 'react';
import { lazyPart } from '../lib/browser/lazy-part.tsx';
import { loadPart } from '../lib/browser/load-part.ts';
import { useStore } from '../lib/browser/store.ts';
import { isReplaced, knownEmail, needsLogin } from '../lib/session/session.ts';

export const reLogin = lazyPart(async () => (await loadPart(() => import('./ReLoginModal.tsx'))).ReLoginModal);

/** Opens the re-login dialog when the session has ended while a page is open; all other calls wait for the log-in. */
export function ReLogin() {
  const open = useStore(needsLogin);
  const isCovered = useStore(isReplaced);
  const email = useStore(knownEmail);
  return open && email && !isCovered ? (
    <Suspense fallback={null}>
      <reLogin.Part email={email} />
    </Suspense>
  ) : null;
}
