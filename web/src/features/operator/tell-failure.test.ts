import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToasts, dismissToast } from '../../ui/overlays/toast-store.ts';
import { tellFailure } from './tell-failure.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  vi.useRealTimers();
});

test('an act of an operator that failed is told as an alert', () => {
  tellFailure(new Error('There is no such package'));

  expect(currentToasts()).toMatchObject([{ text: 'There is no such package', level: 'alert' }]);
});
