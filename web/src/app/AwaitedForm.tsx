import { isOffline } from '../lib/http/connection.ts';
import { lostPart } from '../lib/browser/new-version.ts';
import { useStore } from '../lib/browser/store.ts';
import { Button } from '../ui/fields/Button.tsx';
import { Modal } from '../ui/overlays/Modal.tsx';
import type { DialogForm } from './dialog-form.ts';

interface Props {
  /** The title of the dialog whose form it is. */
  readonly title: string;
  readonly form: DialogForm;
  /** Leaves the dialog without an answer; absent if calls wait for the form in any case. */
  readonly onCancel?: () => void;
}

/** Takes the place of a form until its code has arrived. It may never arrive, and calls wait for the form's answer. */
export function AwaitedForm({ title, form, onCancel }: Props) {
  const isLost = useStore(form.isLost);
  const isDown = useStore(isOffline);
  const handleCancel = () => {
    // This dialog has said that the form did not load, so the dialog about lost parts of the page is not shown too.
    if (isLost) lostPart.set(false);
    onCancel?.();
  };
  const leave = onCancel && handleCancel;
  return (
    <Modal title={title} onClose={leave}>
      <p className="dim">{isLost ? lostText(isDown) : 'The form for your password is being loaded.'}</p>
      <div className="modal__actions">
        {leave && <Button onClick={leave}>Cancel</Button>}
        {isLost && !isDown && (
          <Button variant="primary" onClick={() => window.location.reload()}>
            Reload now
          </Button>
        )}
      </div>
    </Modal>
  );
}

/** Without a connection a reload would lose the page and bring nothing. */
const lostText = (isDown: boolean): string =>
  isDown
    ? 'The form for your password did not load, because the connection is down. It can be loaded when the connection is back.'
    : 'The form for your password did not load. Reload the page to get it; unsaved changes are lost then.';
