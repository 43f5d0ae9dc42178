import { useDeferredValue } from 'react';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { useKnownWorld } from '../../world/known-world.ts';

/**
 * Shown in place of the detail or the sales chart of a product that a link names and that is not in the viewer's world.
 * The world of an earlier visit, which the page shows at first, lacks products that have been tracked since.
 */
export function UnknownProduct({ onClose }: { readonly onClose: () => void }) {
  const { isAnswered } = useKnownWorld();
  // The page draws a new world with the same delay: without it this dialog would appear shortly before the product.
  if (!useDeferredValue(isAnswered)) return null;
  return (
    <Modal title="This product is not watched" onClose={onClose}>
      <p>
        It is not tracked any more, its seller account was removed, or you have no access to it. What is tracked is
        chosen in the Product Tracking Settings.
      </p>
    </Modal>
  );
}
