import { afterEach, expect, test } from 'vitest';
import { openPanels } from './open-panels.ts';

const saved = { sensitivity: 'MEDIUM' };
const changed = { sensitivity: 'HIGH' };
const draft = { settings: changed, seen: saved };

afterEach(openPanels.closeAll);

const choose = (type: string, sensitivity: string) =>
  openPanels.change(type, { name: 'sensitivity', value: sensitivity, saved });

test('an open panel stays open with its unsaved settings while its card is not on the page', () => {
  openPanels.toggle('prime');
  choose('prime', 'HIGH');

  expect(openPanels.isOpen('prime')).toBe(true);
  expect(openPanels.draftOf('prime')).toEqual(draft);
  expect(openPanels.isOpen('bestSellerBadge')).toBe(false);
});

test('leaving the page asks only while settings differ from the saved ones', () => {
  const asks = [openPanels.areUnsaved()];
  const look = () => asks.push(openPanels.areUnsaved());
  openPanels.toggle('prime');
  look();
  choose('prime', 'HIGH');
  look();
  choose('prime', 'MEDIUM');
  look();
  choose('prime', 'HIGH');
  openPanels.settle('prime', draft, changed);
  look();

  expect(asks).toEqual([false, false, true, false, false]);
});

test('closing a panel drops its unsaved settings, and those of other panels stay', () => {
  for (const type of ['prime', 'bestSellerBadge']) {
    openPanels.toggle(type);
    choose(type, 'HIGH');
  }

  openPanels.toggle('prime');

  expect(openPanels.draftOf('prime')).toBeNull();
  expect(openPanels.draftOf('bestSellerBadge')).toEqual(draft);
});

test('settings that are changed back while their save is under way are still unsaved after it', () => {
  openPanels.toggle('prime');
  choose('prime', 'HIGH');
  choose('prime', 'MEDIUM');

  openPanels.settle('prime', draft, changed);

  expect(openPanels.draftOf('prime')).toEqual({ settings: saved, seen: changed });
  expect(openPanels.areUnsaved()).toBe(true);
});

test('a save that ends after its panel was closed does not open it again', () => {
  openPanels.toggle('prime');
  choose('prime', 'HIGH');
  openPanels.toggle('prime');

  openPanels.settle('prime', draft, changed);

  expect(openPanels.isOpen('prime')).toBe(false);
});
