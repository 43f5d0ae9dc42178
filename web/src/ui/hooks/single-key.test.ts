import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyHandler } from './single-key.ts';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('Element', EventTarget);
});
afterEach(() => void vi.unstubAllGlobals());

const press = (key: string, given: Partial<KeyboardEvent> = {}): KeyboardEvent =>
  ({ key, repeat: false, target: null, preventDefault: () => undefined, ...given }) as KeyboardEvent;

test('a key that is held acts once, so that it does not undo the change before as well', () => {
  const undo = vi.fn<() => void>();
  const handle = keyHandler('u', undo, true);

  handle(press('u'));
  handle(press('u', { repeat: true }));
  expect(undo).toHaveBeenCalledTimes(1);

  handle(press('u'));
  expect(undo).toHaveBeenCalledTimes(2);
});

test('another key, and one together with a key of the browser, does nothing', () => {
  const undo = vi.fn<() => void>();
  const handle = keyHandler('u', undo, true);

  handle(press('i'));
  for (const withIt of ['ctrlKey', 'metaKey', 'altKey'] as const) handle(press('u', { [withIt]: true }));

  expect(undo).not.toHaveBeenCalled();
});
