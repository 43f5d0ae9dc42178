import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { copyText } from '../../../ui/hooks/copy-text.ts';

export interface Secret {
  readonly text: string;
  /** Whether the secret replaces an earlier one. */
  readonly isRenewed: boolean;
}

/** Shows the secret of a webhook, which cannot be shown again. */
export function SecretModal({ secret, onClose }: { readonly secret: Secret; readonly onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const handleCopy = async () => {
    setCopied(await copyText(secret.text));
  };
  return (
    <Modal title="Signing secret" onClose={onClose}>
      <div className="modal-form">
        <p className="dim">
          Each message is signed with it, so that your program can tell ours from others. It is shown this once: keep it
          where your program finds it.{secret.isRenewed && ' For a day the one before signs too.'}
        </p>
        <TextField
          label="Secret"
          value={secret.text}
          readOnly
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
        />
        <div className="modal__actions">
          <Button
            icon={isCopied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
            onClick={() => void handleCopy()}
          >
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
          <Button variant="primary" onClick={onClose}>
            I have kept it
          </Button>
        </div>
      </div>
    </Modal>
  );
}
