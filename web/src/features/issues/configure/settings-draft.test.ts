import { expect, test } from 'vitest';
import { changesOf, choose, draftAfter, insistOn, reconcileDraft, shownSettings, yieldTo } from './settings-draft.ts';

const saved = { sensitivity: 'MEDIUM', minimumMinutes: 0, reviewCountDropMinimumThreshold: 1 };
const draft = choose(null, { name: 'sensitivity', value: 'HIGH', saved });
const list = (...keys: readonly string[]) => ({ US: keys.map((value) => ({ value })) });
const meeting = (now: object) => reconcileDraft(draft, { saved: { ...saved, ...now }, whitelists: ['whitelist'] });

test('settings that are changed while a save is under way are still there after it', () => {
  const changed = choose(draft, { name: 'reviewCountDropMinimumThreshold', value: 5, saved });
  const stored = { ...saved, sensitivity: 'HIGH' };

  expect(draftAfter(draft, { sent: draft, stored })).toBeNull();
  expect(draftAfter(changed, { sent: draft, stored })).toEqual({
    settings: { reviewCountDropMinimumThreshold: 5 },
    seen: { reviewCountDropMinimumThreshold: 1 },
  });
});

test('only the settings that a person has changed are sent, with the values that they replace', () => {
  const changed = choose(draft, { name: 'minimumMinutes', value: 5, saved });
  const back = choose(changed, { name: 'sensitivity', value: 'MEDIUM', saved });

  expect(changesOf(back)).toEqual({ settings: { minimumMinutes: 5 }, seen: { minimumMinutes: 0 } });
});

test('a panel with changes shows what somebody else has saved of the other settings', () => {
  expect(shownSettings(draft, { ...saved, minimumMinutes: 5 })).toEqual({
    ...saved,
    sensitivity: 'HIGH',
    minimumMinutes: 5,
  });
});

test('a setting replaces the value that was saved at its first change, also when it is changed again', () => {
  const first = choose(null, { name: 'minimumMinutes', value: 5, saved });
  const again = choose(first, { name: 'minimumMinutes', value: 10, saved: { ...saved, minimumMinutes: 30 } });

  expect(again).toEqual({ settings: { minimumMinutes: 10 }, seen: { minimumMinutes: 0 } });
});

test('a person decides about a setting that somebody else has changed too, and about no other', () => {
  expect(meeting({ minimumMinutes: 5 }).differences).toEqual([]);
  expect(meeting({ sensitivity: 'HIGH' }).differences).toEqual([]);
  expect(meeting({ sensitivity: 'LOW' }).differences).toEqual([{ name: 'sensitivity', theirs: 'LOW', mine: 'HIGH' }]);
});

test('after the decision the setting of the other person stays or is replaced', () => {
  const { draft: met, differences } = meeting({ sensitivity: 'LOW' });

  expect(changesOf(yieldTo(met, differences))).toBeNull();
  expect(changesOf(insistOn(met, differences))).toEqual({
    settings: { sensitivity: 'HIGH' },
    seen: { sensitivity: 'LOW' },
  });
});

test('sellers that two people put on a whitelist or take off it at the same time are all put on or taken off', () => {
  const before = { whitelist: list('A1', 'A2', 'A3') };
  const mine = choose(null, { name: 'whitelist', value: list('A1', 'A2', 'A4'), saved: before });

  const reconciled = reconcileDraft(mine, { saved: { whitelist: list('A2', 'A3', 'A5') }, whitelists: ['whitelist'] });

  expect(reconciled).toEqual({
    draft: { settings: { whitelist: list('A2', 'A5', 'A4') }, seen: { whitelist: list('A2', 'A3', 'A5') } },
    differences: [],
  });
});
