import { useNavigate } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { storage } from '../../../lib/browser/storage.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { dialogForLargeAccount, manyAsinsLimit, manyAsinsText } from './large-account.ts';
import { formatCount } from '@app/shared/base/format-count.ts';

/** Specification, section 4: dismissals are stored under the prefix `onb`. */
const keys = { manyAsins: 'onb.manyAsins', lightUi: 'onb.lightUi' } as const;

/** The dialogs that owners of many products see once. */
export const LargeAccount = memo(function LargeAccount({ products }: { readonly products: number }) {
  const [dismissed, setDismissed] = useState(() => ({
    manyAsins: storage.read(keys.manyAsins) !== null,
    lightUi: storage.read(keys.lightUi) !== null,
  }));
  const navigate = useNavigate();
  const dialog = dialogForLargeAccount({
    products,
    limit: manyAsinsLimit(window.location.search),
    isManyDismissed: dismissed.manyAsins,
    isLightDismissed: dismissed.lightUi,
  });
  if (!dialog) return null;
  const dismiss = () => {
    storage.write(keys[dialog], 'yes');
    setDismissed({ ...dismissed, [dialog]: true });
  };
  const openTable = () => {
    dismiss();
    void navigate({ to: '/table' });
  };
  const count = formatCount(products);
  return dialog === 'manyAsins' ? (
    <Modal title={`You watch ${count} products`} onClose={dismiss}>
      <p>{manyAsinsText}</p>
      <p className="dim">
        Show Problems on top keeps what needs you in sight, and the key / finds any product by ASIN, title or short
        name.
      </p>
      <div className="modal__actions">
        <Button variant="primary" onClick={dismiss} data-autofocus>
          Go to my products
        </Button>
      </div>
    </Modal>
  ) : (
    <Modal title="Light UI (beta)" onClose={dismiss}>
      <p>
        All {count} products are on this page. If that is too much for this computer, the light one shows them fifty at
        a time, with the same filters.
      </p>
      <div className="modal__actions">
        <Button onClick={dismiss}>Stay here</Button>
        <Button variant="primary" onClick={openTable} data-autofocus>
          Open the Light UI
        </Button>
      </div>
    </Modal>
  );
});
