import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { BellCount } from './BellCount.tsx';

const shownFor = (count: number, isCut: boolean): string => {
  const ids = new Set(Array.from({ length: count }, (_, index) => String(index)));
  return renderToStaticMarkup(<BellCount fresh={{ ids, isCut }} />);
};

test('the bell counts the new notifications, and says if there may be more than it knows of', () => {
  expect(shownFor(0, false)).toBe('');
  expect(shownFor(3, false)).toMatch(/>3<.*>3 new, </);
  expect(shownFor(40, true)).toMatch(/>40\+<.*>At least 40 new, </);
});
