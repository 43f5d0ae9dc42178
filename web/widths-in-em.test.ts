import { expect, test } from 'vitest';
import { inEm } from './widths-in-em.ts';

test('the widths of layouts grow with the text of the browser, and lengths inside of them stay as they are', () => {
  expect(inEm('@media (max-width: 767px) and (hover: hover) {\n  .row {\n    gap: 2px;\n  }\n}')).toBe(
    '@media (max-width: 47.9375em) and (hover: hover) {\n  .row {\n    gap: 2px;\n  }\n}',
  );
  expect(inEm('@container runway (max-width: 740px) {')).toBe('@container runway (max-width: 46.25rem) {');
});
