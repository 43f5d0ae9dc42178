import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToasts, dismissToast, showToast, undoLast } from './toast-store.ts';

const texts = () => currentToasts().map((toast) => toast.text);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.useRealTimers();
});

test('a toast goes after 3 s, one with an undo after 10 s', () => {
  showToast('Changes saved');
  showToast('Marked done', { onUndo: vi.fn<() => void>() });

  vi.advanceTimersByTime(2_999);
  expect(texts()).toEqual(['Changes saved', 'Marked done']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual(['Marked done']);
  vi.advanceTimersByTime(7_000);
  expect(texts()).toEqual([]);
});

test('undo takes back the newest change that can be undone, once', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  showToast('First', { onUndo: first });
  showToast('Second', { onUndo: second });
  showToast('Saved');

  undoLast();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  undoLast();
  undoLast();
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1]);
  expect(texts()).toEqual(['Saved']);
});

test('at most three toasts are shown at once', () => {
  for (const text of ['1', '2', '3', '4']) showToast(text);

  expect(texts()).toEqual(['2', '3', '4']);
});
