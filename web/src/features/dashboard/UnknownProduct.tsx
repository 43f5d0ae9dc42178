import { Modal } from '../../ui/overlays/Modal.tsx';

/**
 * Shown in place of the detail or the sales chart of a product that a link names and that is not in the viewer's world.
 */
export function UnknownProduct({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="This product is not watched" onClose={onClose}>
      <p>
        It is not tracked any more, its seller account was removed, or you have no access to it. What is tracked is
        chosen in the Product Tracking Settings.
      </p>
    </Modal>
  );
}
