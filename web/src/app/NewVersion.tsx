import { useEffect } from 'react';
import { isMissingPart, newVersion } from '../lib/browser/new-version.ts';
import { probeConnection } from '../lib/http/probe.ts';
import { useStore } from '../lib/browser/store.ts';
import { Button } from '../ui/fields/Button.tsx';
import { Modal } from '../ui/overlays/Modal.tsx';

/** A part of the application that is gone from the server means that a newer version has been rolled out. */
export function NewVersion() {
  const isOutdated = useStore(newVersion);
  useEffect(() => {
    const handleMissingPart = (event: VitePreloadErrorEvent) => {
      if (!isMissingPart(event.payload)) return;
      event.preventDefault();
      void probeConnection().then((isServerThere) => newVersion.set(isServerThere));
    };
    window.addEventListener('vite:preloadError', handleMissingPart);
    return () => window.removeEventListener('vite:preloadError', handleMissingPart);
  }, []);
  if (!isOutdated) return null;
  return (
    <Modal title="A new version is ready">
      <p className="dim">
        A new version of the product has been rolled out while you were logged in. The site will automatically reload
        after confirming this message.
      </p>
      <div className="modal__actions">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Reload now
        </Button>
      </div>
    </Modal>
  );
}
