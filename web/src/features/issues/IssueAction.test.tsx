import { expect, test, vi } from 'vitest';
import { chartLink } from './IssueAction.tsx';

/** Presses the link to the chart of a product, and returns what was opened and whether the browser follows the link. */
function press(held: { readonly ctrlKey?: boolean } = {}) {
  const open = vi.fn<(productId: string) => void>();
  const preventDefault = vi.fn<() => void>();
  chartLink('7', open).onClick({ metaKey: false, ctrlKey: false, shiftKey: false, ...held, preventDefault });
  return { opened: open.mock.calls.flat(), isFollowed: preventDefault.mock.calls.length === 0 };
}

test('the main button of an issue opens the sales chart above what it is in, so that closing the chart leads back', () => {
  expect(press()).toEqual({ opened: ['7'], isFollowed: false });
});

test('the chart of an issue can be opened in another tab', () => {
  expect(press({ ctrlKey: true })).toEqual({ opened: [], isFollowed: true });
  expect(chartLink('7', () => undefined).href).toBe('#saleschart-7');
});
