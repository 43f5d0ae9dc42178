import { useBlocker } from '@tanstack/react-router';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';

/** Asks before unsaved changes are left behind; the browser asks in its own words when the page itself is closed. */
export function LeavePrompt({ isDirty }: { readonly isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Modal title="Unsaved changes" level="warn" onClose={reset}>
      <p className="leave-prompt">{leaveText}</p>
      <div className="modal__actions">
        <Button onClick={proceed}>Close without saving</Button>
        <Button variant="primary" onClick={reset} data-autofocus>
          Stay
        </Button>
      </div>
    </Modal>
  );
}

/** Section 2. */
const leaveText = 'Please confirm that you want to close your Account Settings.\nYou have some unsaved changes.';
