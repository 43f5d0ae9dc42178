import { lazy, Suspense, useState } from 'react';
import { HomePage } from '../../features/dashboard/HomePage.tsx';
import { hasHintLeft } from '../../features/onboarding/hint-ids.ts';
import { loadPart } from '../../lib/browser/load-part.ts';
import { Shell } from '../shell/Shell.tsx';

const Hints = lazy(async () => ({
  default: (await loadPart(() => import('../../features/onboarding/Hints.tsx'))).Hints,
}));

export { awaitFirstWorld } from '../../world/world.ts';

export function HomeScreen() {
  const [hasHints] = useState(hasHintLeft);
  return (
    <Shell hasKeys>
      <HomePage />
      {hasHints && (
        <Suspense fallback={null}>
          <Hints />
        </Suspense>
      )}
    </Shell>
  );
}
