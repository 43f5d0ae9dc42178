import { useState, type SyntheticEvent } from 'react';
import { messageOfError } from '@app/shared/base/thrown.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Banner } from '../../ui/layout/Banner.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly onSend: (reason: string) => Promise<void>;
}

const shortest = 3;

/** Asks the operator for the reason of an act, which is stored with the act. */
export function ReasonModal({ title, onClose, onSend }: Props) {
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onSend(reason.trim());
    } catch (error) {
      setFailure(messageOfError(error));
      setBusy(false);
    }
  };
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (reason.trim().length >= shortest && !busy) void send();
  };
  return (
    <Modal title={title} onClose={onClose} isBusy={busy}>
      <form className="modal-form" onSubmit={handleSubmit} noValidate>
        {failure && (
          <Banner level="alert" onClose={() => setFailure(null)}>
            {failure}
          </Banner>
        )}
        <TextField
          label="Reason"
          hint="Kept in the list of what operators did"
          maxLength={300}
          data-autofocus
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <div className="modal__actions">
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={reason.trim().length < shortest}>
            {title.split(' ')[0]}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
