import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defused, undefused } from './defuse.ts';

test.each(['=1+1', '+49 30', '-5 °C', '@home', '\t=x', "'=x"])('%j does not begin as a formula does', (text) => {
  expect(defused(text)).toMatch(/^'/);
});

test('plain text stays as it is', () => {
  expect(defused('French press, 1 l')).toBe('French press, 1 l');
  expect(defused("'n abend")).toBe("'n abend");
});

test('whatever is defused is read back unchanged', () => {
  const start = fc.constantFrom('', "'", "''", '=', '+', '-', '@', "'=", '\t');

  fc.assert(
    fc.property(start, fc.string(), (before, rest) => {
      expect(undefused(defused(before + rest))).toBe(before + rest);
    }),
  );
});
