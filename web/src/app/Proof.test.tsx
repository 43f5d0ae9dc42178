import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { lostPart } from '../lib/browser/new-version.ts';
import { proofRequest } from '../lib/session/proof.ts';
import { LostPart } from './LostPart.tsx';
import { proof, Question } from './Proof.tsx';

const drawn = () => renderToStaticMarkup(<Question onAnswer={() => undefined} />);

test('the question "Is it you?" can be left while its form has not arrived, so that no dialog waits for it', () => {
  expect(drawn()).toMatch(/Is it you\?.*<button[^>]*>Cancel<\/button>/);
});

test('the question "Is it you?" offers to reload the page once its form is lost, which browsers do not request again', () => {
  expect(drawn()).not.toContain('Reload now');

  proof.isLost.set(true);

  expect(drawn()).toContain('Reload now');
  expect(drawn()).toContain('Cancel');
  proof.isLost.set(false);
});

test('while the question "Is it you?" says that its form is lost, no second dialog above it says that a part is lost', () => {
  lostPart.set(true);
  proof.isLost.set(true);
  expect(renderToStaticMarkup(<LostPart />)).toContain('A part of the page did not load');

  proofRequest.set({ answer: () => undefined });
  expect(renderToStaticMarkup(<LostPart />)).toBe('');

  // Another part may be lost while the form of the question is there.
  proof.isLost.set(false);
  expect(renderToStaticMarkup(<LostPart />)).toContain('A part of the page did not load');
  proofRequest.set(null);
  lostPart.set(false);
});
