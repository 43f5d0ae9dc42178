import { Outlet } from '@tanstack/react-router';
import { useSingleKeysSwitch } from '../lib/browser/single-keys.ts';
import { dismissToasts } from '../ui/overlays/toast-store.ts';
import { Toasts } from '../ui/overlays/Toasts.tsx';
import { OfflineWarning } from './shell/OfflineWarning.tsx';
import { LostPart } from './LostPart.tsx';
import { proof, Proof } from './Proof.tsx';
import { reLogin, ReLogin } from './ReLogin.tsx';
import { shownError } from '../lib/http/shown-error.ts';
import { useStore } from '../lib/browser/store.ts';
import { Button } from '../ui/fields/Button.tsx';
import { Modal } from '../ui/overlays/Modal.tsx';
import { useEffect } from 'react';
import { explainMissingPart, isMissingPart, newVersion } from '../lib/browser/new-version.ts';
import { whenLongIdle } from '../lib/browser/when-idle.ts';
import { extendSession } from '@app/shared/contract/auth.ts';
import { call } from '../lib/http/call.ts';
import { knownEmail, onSessionEnd } from '../lib/session/session.ts';
import { OtherLogin } from './OtherLogin.tsx';

/** Draws the current page, and the warnings and dialogs that may appear on every page. */
export function RootLayout() {
  useSessionExtension();
  useSingleKeysSwitch();
  useSessionDialogs();
  // Messages name products and offer an undo, which are nothing for the next person at this browser.
  useEffect(() => onSessionEnd(dismissToasts), []);
  return (
    <>
      <Outlet />
      <OfflineWarning />
      <ErrorModal />
      <Proof />
      <ReLogin />
      <OtherLogin />
      <NewVersion />
      <LostPart />
      <Toasts />
    </>
  );
}

function ErrorModal() {
  const error = useStore(shownError);
  if (!error) return null;
  return (
    <Modal title="That did not work" level="alert" onClose={closeError}>
      <p className="dim">{error.message}</p>
      {error.requestId && <p className="meta">Request {error.requestId}</p>}
      <div className="modal__actions">
        <Button variant="primary" onClick={closeError} data-autofocus>
          Close
        </Button>
      </div>
    </Modal>
  );
}

const closeError = (): void => shownError.set(null);

/** Asks the user to reload for a newer version, and finds out why a part of the application did not load. */
function NewVersion() {
  const isOutdated = useStore(newVersion);
  useEffect(() => {
    const handleMissingPart = (event: VitePreloadErrorEvent) => {
      if (!isMissingPart(event.payload)) return;
      event.preventDefault();
      void explainMissingPart();
    };
    window.addEventListener('vite:preloadError', handleMissingPart);
    return () => window.removeEventListener('vite:preloadError', handleMissingPart);
  }, []);
  if (!isOutdated) return null;
  return (
    <Modal title="A new version is ready">
      <p className="dim">
        A new version of the product has been rolled out while you were logged in. The site will automatically reload
        after confirming this message.
      </p>
      <div className="modal__actions">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload now
        </Button>
      </div>
    </Modal>
  );
}

/**
 * Loads the code of the session's dialogs soon after the page is shown: when the session has ended, the connection may
 * be too bad to load it, and the user's input on the page must not be lost.
 */
function useSessionDialogs(): void {
  const isLoggedIn = useStore(knownEmail) !== null;
  useEffect(() => {
    if (!isLoggedIn) return;
    void whenLongIdle()
      .then(() => Promise.all([reLogin.load(), proof.load()]))
      .catch(() => undefined);
  }, [isLoggedIn]);
}

/** Specification, section 4: the session is extended once after 60 s, then every 45 minutes. */
const firstMs = 60_000;
const everyMs = 2_700_000;

/** Keeps the session alive while a user is logged in and the page is open. */
function useSessionExtension(): void {
  const isLoggedIn = useStore(knownEmail) !== null;
  useEffect(() => {
    if (!isLoggedIn) return undefined;
    // The failure needs no handling here: the re-login modal or the offline warning opens by itself.
    const extend = () => void call(extendSession).catch(() => undefined);
    let interval: ReturnType<typeof setInterval> | undefined;
    const first = setTimeout(() => {
      extend();
      interval = setInterval(extend, everyMs);
    }, firstMs);
    return () => {
      clearTimeout(first);
      clearInterval(interval);
    };
  }, [isLoggedIn]);
}
