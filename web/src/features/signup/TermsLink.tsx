import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../lib/browser/load-part.ts';

const TermsModal = lazy(async () => {
  const { TermsModal: component } = await loadPart(() => import('./TermsModal.tsx'));
  return { default: component };
});

/** Opens the terms, which are loaded when they are first opened. */
export function TermsLink() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="sign-up__terms" onClick={() => setOpen(true)}>
        Read the terms and conditions
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <TermsModal onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
