import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

test('a password matches its own hash and no other', async () => {
  const passwords = createPasswords();
  const hash = await passwords.hash('correct horse 1');

  expect(await passwords.isRight(hash, 'correct horse 1')).toBe(true);
  expect(await passwords.isRight(hash, 'correct horse 2')).toBe(false);
  expect(await passwords.isRight(null, 'correct horse 1')).toBe(false);
});
