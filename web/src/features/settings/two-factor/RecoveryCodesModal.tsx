import { useState } from 'react';
import { Button } from '../../../ui/fields/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { copyText } from '../../../ui/hooks/copy-text.ts';

interface Props {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows the codes, which are shown this once only; closes after the user confirms that they are kept. */
export function RecoveryCodesModal({ codes, onClose }: Props) {
  const [areKept, setAreKept] = useState(false);
  const text = codes.join('\n');
  const handleCopy = async () => {
    if (await copyText(text)) showToast('Copied');
  };
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`Watchpost recovery codes\n\n${text}\n`)}`;
  return (
    <Modal title="Keep your recovery codes" level="warning">
      <p className="dim">
        If your app or passkey is lost, each of these logs you in once. They are shown only now: keep them where you
        keep other secrets, not on the device itself.
      </p>
      <ul className="two-factor__codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row two-factor__keep">
        <Button size="sm" onClick={() => void handleCopy()}>
          Copy
        </Button>
        <a className="button button--bordered button--sm" href={file} download="watchpost-recovery-codes.txt">
          Download
        </a>
      </div>
      <Checkbox checked={areKept} onChange={(event) => setAreKept(event.target.checked)}>
        I have kept them
      </Checkbox>
      <div className="modal__actions">
        <Button variant="primary" disabled={!areKept} onClick={onClose}>
          Done
        </Button>
      </div>
    </Modal>
  );
}
