import { lazy, Suspense, useEffect } from 'react';
import { openHelp } from '../lib/help.ts';
import { loadPart } from '../lib/browser/load-part.ts';
import { useStore } from '../lib/browser/store.ts';

const HelpModal = lazy(async () => {
  const { HelpModal: component } = await loadPart(() => import('../features/help/HelpModal.tsx'));
  return { default: component };
});

/** The help, which is loaded when it is first asked for. */
export function Help() {
  const place = useStore(openHelp);
  // What is open belongs to the page that is left.
  useEffect(() => () => openHelp.set(null), []);
  if (!place) return null;
  return (
    <Suspense fallback={null}>
      <HelpModal place={place} />
    </Suspense>
  );
}
