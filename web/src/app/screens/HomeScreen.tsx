import { lazy, Suspense } from 'react';
import { HomePage } from '../../features/dashboard/HomePage.tsx';
import { loadPart } from '../../lib/browser/load-part.ts';
import { Shell } from '../shell/Shell.tsx';

const Hints = lazy(async () => ({
  default: (await loadPart(() => import('../../features/onboarding/Hints.tsx'))).Hints,
}));

export function HomeScreen() {
  return (
    <Shell hasKeys>
      <HomePage />
      <Suspense fallback={null}>
        <Hints />
      </Suspense>
    </Shell>
  );
}
