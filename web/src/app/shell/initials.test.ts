import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  [{ firstName: 'Ada', lastName: 'lovelace' }, 'AL'],
  [{ firstName: 'أحمد', lastName: '🦊' }, 'أ🦊'],
  [{ firstName: '𠮷田', lastName: '' }, '𠮷'],
  [{ firstName: '', lastName: '' }, ''],
])('the initials of %j are whole characters', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
