import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SecretModal } from './SecretModal.tsx';

test('a secret that is shown once has the focus, so that a second Enter does not close it unread', () => {
  const shown = renderToStaticMarkup(
    <SecretModal title="Your new token" label="Token" secret="wp_1" onClose={() => undefined}>
      Keep it.
    </SecretModal>,
  );

  expect(shown).toMatch(/<input(?=[^>]*value="wp_1")[^>]*data-autofocus/);
});
