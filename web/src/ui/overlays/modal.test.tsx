import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Modal } from './Modal.tsx';

const closeButton = (isBusy: boolean) =>
  /<button[^>]*aria-label="Close"[^>]*>/.exec(
    renderToStaticMarkup(
      <Modal title="Change" onClose={() => undefined} isBusy={isBusy}>
        text
      </Modal>,
    ),
  )?.[0];

test('a dialog cannot be closed while its call is under way', () => {
  expect(closeButton(true)).toContain('disabled=""');
  expect(closeButton(false)).not.toContain('disabled=""');
});
