import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defuseFormula, restoreDefused } from './defuse.ts';

test.each(['=1+1', '+49 30', '-5 °C', '@home', '\t=x', "'=x"])('%j does not begin as a formula does', (text) => {
  expect(defuseFormula(text)).toMatch(/^'/);
});

test('plain text stays as it is', () => {
  expect(defuseFormula('French press, 1 l')).toBe('French press, 1 l');
  expect(defuseFormula("'n abend")).toBe("'n abend");
});

test('every defused text is read back unchanged', () => {
  const start = fc.constantFrom('', "'", "''", '=', '+', '-', '@', "'=", '\t');

  fc.assert(
    fc.property(start, fc.string(), (before, rest) => {
      expect(restoreDefused(defuseFormula(before + rest))).toBe(before + rest);
    }),
  );
});
