import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Question } from './Proof.tsx';

test('the question "Is it you?" can be left while its form has not arrived, so that no dialog waits for it', () => {
  const markup = renderToStaticMarkup(<Question onAnswer={() => undefined} />);

  expect(markup).toMatch(/Is it you\?.*<button[^>]*>Cancel<\/button>/);
});
