import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { copyText } from '../../../ui/hooks/copy-text.ts';

interface Props {
  readonly title: string;
  /** The name of the secret above its text. */
  readonly label: string;
  readonly secret: string;
  /** The purpose of the secret. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret that cannot be shown again. */
export function SecretModal({ title, label, secret, children, onClose }: Props) {
  const [isCopied, setCopied] = useState(false);
  const handleCopy = async () => {
    setCopied(await copyText(secret));
  };
  return (
    <Modal title={title} onClose={onClose}>
      <div className="modal-form">
        <p className="dim">{children}</p>
        <TextField
          label={label}
          value={secret}
          readOnly
          spellCheck={false}
          autoComplete="off"
          // The focus would otherwise be on the button that closes the dialog, and a second Enter would lose the secret.
          data-autofocus
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
