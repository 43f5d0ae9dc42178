import { expect, test } from 'vitest';
import { unsavedDraft } from './unsaved-draft.ts';

test('settings that are changed while a save is under way are still there after it', () => {
  const sent = { sensitivity: 'HIGH' };
  const changed = { ...sent, reviewCountDropMinimumThreshold: 5 };

  expect(unsavedDraft(sent, sent)).toBeNull();
  expect(unsavedDraft<object>(changed, sent)).toBe(changed);
});
