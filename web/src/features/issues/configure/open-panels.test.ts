import { afterEach, expect, test } from 'vitest';
import { openPanels } from './open-panels.ts';

const saved = { sensitivity: 'MEDIUM' };
const changed = { sensitivity: 'HIGH' };

afterEach(openPanels.closeAll);

test('an open panel stays open with its unsaved settings while its card is not on the page', () => {
  openPanels.toggle('prime');
  openPanels.change('prime', changed, saved);

  expect(openPanels.isOpen('prime')).toBe(true);
  expect(openPanels.draftOf('prime')).toBe(changed);
  expect(openPanels.isOpen('bestSellerBadge')).toBe(false);
});

test('leaving the page asks only while settings differ from the saved ones', () => {
  const asks = [openPanels.areUnsaved()];
  const look = () => asks.push(openPanels.areUnsaved());
  openPanels.toggle('prime');
  look();
  openPanels.change('prime', changed, saved);
  look();
  openPanels.change('prime', { ...saved }, saved);
  look();
  openPanels.change('prime', changed, saved);
  openPanels.settle('prime', changed, changed);
  look();

  expect(asks).toEqual([false, false, true, false, false]);
});

test('closing a panel drops its unsaved settings, and those of other panels stay', () => {
  for (const type of ['prime', 'bestSellerBadge']) {
    openPanels.toggle(type);
    openPanels.change(type, changed, saved);
  }

  openPanels.toggle('prime');

  expect(openPanels.draftOf('prime')).toBeNull();
  expect(openPanels.draftOf('bestSellerBadge')).toBe(changed);
});

test('settings that are changed back while their save is under way are still unsaved after it', () => {
  const changedBack = { ...saved };
  openPanels.toggle('prime');
  openPanels.change('prime', changed, saved);
  openPanels.change('prime', changedBack, saved);

  openPanels.settle('prime', changed, changed);

  expect(openPanels.draftOf('prime')).toBe(changedBack);
  expect(openPanels.areUnsaved()).toBe(true);
});

test('a save that ends after its panel was closed does not open it again', () => {
  openPanels.toggle('prime');
  openPanels.change('prime', changed, saved);
  openPanels.toggle('prime');

  openPanels.settle('prime', changed, changed);

  expect(openPanels.isOpen('prime')).toBe(false);
});
