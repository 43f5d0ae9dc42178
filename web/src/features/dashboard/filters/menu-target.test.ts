import { expect, test } from 'vitest';
import { followView, targetOf } from './menu-target.ts';

const chosen = { type: 'price', isShown: false };

test('a kind that is chosen from another view waits for the issues, and ends when they are left', () => {
  const waiting = followView(chosen, false);
  expect(waiting).toBe(chosen);

  const shown = followView(waiting, true);
  expect(shown).toEqual({ type: 'price', isShown: true });
  expect(followView(shown, true)).toBe(shown);

  expect(followView(shown, false)).toBeNull();
});

test('an address names the card of a kind, as a link of the menu does that is opened in a new tab', () => {
  expect(targetOf('#price')).toEqual({ type: 'price', isShown: true });
  expect(targetOf('#pdet-1')).toBeNull();
  expect(targetOf('')).toBeNull();
});
