import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ConflictModal } from './ConflictModal.tsx';
import { initialForm } from './draft.ts';
import type { FormHandle } from './use-product-form.ts';

const settings = {
  sellerAccounts: [],
  automaticallyTrackNewProducts: true,
  mayChangeAutomatic: true,
  isCapped: false,
};
const theirs = { productId: '1', state: 'ignored', shortName: '' } as const;

function shownFor(conflicts: FormHandle['conflicts']): string {
  const handle: FormHandle = {
    form: initialForm(settings),
    dispatch: () => undefined,
    isSaving: false,
    failure: null,
    dropFailure: () => undefined,
    conflicts,
    save: async () => undefined,
    dropConflicts: () => undefined,
    reload: async () => undefined,
  };
  return renderToStaticMarkup(<ConflictModal handle={handle} products={[]} />);
}

test('the question about changes of somebody else counts the products that differ', () => {
  expect(shownFor([theirs])).toContain('1 product differs from what you saw');
  expect(shownFor([theirs, { ...theirs, productId: '2' }])).toContain('2 products differ from what you saw');
});
