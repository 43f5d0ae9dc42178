import type { WorldAnswer } from '@app/shared/contract/sentinel.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';

interface Props {
  readonly world: WorldAnswer;
  readonly isSyncing: boolean;
}

/** What the dashboard has to say about itself before anything else. */
export function HomeBanners({ world, isSyncing }: Props) {
  if (world.minVersion > world.currentVersion) return <NewVersion />;
  if (!isSyncing || world.products.length === 0) return null;
  return (
    <div className="home__banner">
      <Banner level="starting">Syncing your account from Amazon, this may take a while..</Banner>
    </div>
  );
}

function NewVersion() {
  return (
    <Modal title="A new version is ready">
      <p>
        A new version of the product has been rolled out while you were logged in. The site will automatically reload
        after confirming this message.
      </p>
      <p className="modal__actions">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload now
        </Button>
      </p>
    </Modal>
  );
}
