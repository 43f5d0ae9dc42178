import { useEffect } from 'react';
import { useStore } from '../lib/browser/store.ts';
import { checkLogin, isReplaced, knownEmail } from '../lib/session/session.ts';
import { Button } from '../ui/fields/Button.tsx';
import { Modal } from '../ui/overlays/Modal.tsx';

/** Covers the page while another person is logged in in this browser, until the page's own user is logged in again. */
export function OtherLogin() {
  const isOpen = useStore(isReplaced);
  const email = useStore(knownEmail);
  useEffect(() => {
    document.addEventListener('visibilitychange', checkLogin);
    window.addEventListener('focus', checkLogin);
    return () => {
      document.removeEventListener('visibilitychange', checkLogin);
      window.removeEventListener('focus', checkLogin);
    };
  }, []);
  if (!isOpen) return null;
  return (
    <Modal title="Another account is open in this browser">
      <p className="dim">
        This page belongs to {email}, but somebody has logged in to another account in another tab. Nothing is saved or
        changed here until {email} is logged in again.
      </p>
      <div className="modal__actions">
        <Button variant="primary" onClick={() => window.location.assign('/home')} data-autofocus>
          Continue with the other account
        </Button>
      </div>
    </Modal>
  );
}
