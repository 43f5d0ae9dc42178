import { useEffect } from 'react';
import type { WorldAnswer } from '@app/shared/contract/sentinel.ts';
import { newVersion } from '../../lib/new-version.ts';
import { Banner } from '../../ui/Banner.tsx';

interface Props {
  readonly world: WorldAnswer;
  readonly isSyncing: boolean;
}

/** What the dashboard has to say about itself before anything else. */
export function HomeBanners({ world, isSyncing }: Props) {
  const needsReload = world.minVersion > world.currentVersion;
  useEffect(() => {
    if (needsReload) newVersion.set(true);
  }, [needsReload]);
  if (!isSyncing || world.products.length === 0) return null;
  return (
    <div className="home__banner">
      <Banner level="starting">Syncing your account from Amazon, this may take a while..</Banner>
    </div>
  );
}
