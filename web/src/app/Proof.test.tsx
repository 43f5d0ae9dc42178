import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isFormLost, Question } from './Proof.tsx';

const drawn = () => renderToStaticMarkup(<Question onAnswer={() => undefined} />);

test('the question "Is it you?" can be left while its form has not arrived, so that no dialog waits for it', () => {
  expect(drawn()).toMatch(/Is it you\?.*<button[^>]*>Cancel<\/button>/);
});

test('the question "Is it you?" offers to reload the page once its form is lost, which browsers do not request again', () => {
  expect(drawn()).not.toContain('Reload now');

  isFormLost.set(true);

  expect(drawn()).toContain('Reload now');
  expect(drawn()).toContain('Cancel');
  isFormLost.set(false);
});
