import { memo, useEffect, useState } from 'react';
import type { WorldAnswer } from '@app/shared/contract/world.ts';
import { newVersion } from '../../../lib/browser/new-version.ts';
import { storage } from '../../../lib/browser/storage.ts';
import { SteadyPlace } from '../../../ui/layout/SteadyPlace.tsx';
import { Banner } from '../../../ui/layout/Banner.tsx';

interface Props {
  readonly world: WorldAnswer;
  readonly isSyncing: boolean;
}

/** Specification, section 4: hints stay until they are dismissed; the dismissal is stored under the prefix `onb`. */
const dismissedKey = 'onb.syncing';

/** The banners of the dashboard. */
export const HomeBanners = memo(function HomeBanners({ world, isSyncing }: Props) {
  const [isDismissed, setDismissed] = useState(() => storage.read(dismissedKey) !== null);
  const needsReload = world.minVersion > world.currentVersion;
  useEffect(() => {
    if (needsReload) newVersion.set(true);
  }, [needsReload]);
  const isShown = isSyncing && !isDismissed && world.products.length > 0;
  const handleClose = () => {
    storage.write(dismissedKey, 'yes');
    setDismissed(true);
  };
  return (
    <SteadyPlace className="home__banner">
      {isShown ? (
        <Banner level="starting" onClose={handleClose}>
          Syncing your account from Amazon, this may take a while..
        </Banner>
      ) : null}
    </SteadyPlace>
  );
});
