import { expect, test } from 'vitest';
import type { ProductSettings, ProductSettingsReply } from '@app/shared/contract/product-settings.ts';
import { wholeAccountOf } from '../../../../shared/testing/product-counts.ts';
import { addedAsins } from './asin-counts.ts';
import { countStates, totalOf } from './state-counts.ts';
import { changesOf, initialForm, isDirty, reduceForm, type FormAction } from './draft.ts';

const product = (productId: string, more: Partial<ProductSettings> = {}): ProductSettings => ({
  productId,
  state: 'tracked',
  shortName: '',
  asin1: `B00000000${productId}`,
  productName: `Product ${productId}`,
  productTitle: null,
  brand: null,
  marketplaceIso31662Code: 'US',
  imageUrl: null,
  productPage: '',
  lastSaleAt: null,
  unitsSold: 0,
  ...more,
});

const settingsOf = (...products: readonly ProductSettings[]): ProductSettingsReply => ({
  sellerAccounts: [
    {
      sellerId: '1',
      name: 'Brightkeel US',
      region: 'NA',
      setupCompleted: true,
      ...wholeAccountOf(products),
    },
  ],
  automaticallyTrackNewProducts: true,
  mayChangeAutomatic: true,
  isCapped: false,
});

const [kettle, pan] = [product('1'), product('2', { shortName: 'Pan' })];
const after = (...actions: readonly FormAction[]) => actions.reduce(reduceForm, initialForm(settingsOf(kettle, pan)));

test('only changed products are sent, with the settings that were seen', () => {
  const form = after(
    { type: 'stateChosen', product: pan, state: 'ignoredUntilFirstSale' },
    { type: 'stateChosen', product: kettle, state: 'ignored' },
    { type: 'stateChosen', product: kettle, state: 'tracked' },
  );

  expect(changesOf(form)).toEqual([
    {
      productId: '2',
      shortName: 'Pan',
      show: false,
      ignoredUntilNextOrder: true,
      seen: { state: 'tracked', shortName: 'Pan' },
    },
  ]);
});

test('the tracked count is adjusted as products are toggled', () => {
  const form = after({ type: 'stateChosen', product: kettle, state: 'ignored' });

  const counts = countStates(form, form.settings.sellerAccounts);
  expect(counts).toEqual({ tracked: 1, ignored: 1, ignoredUntilFirstSale: 0 });
  expect(totalOf(counts)).toBe(2);
});

test('a name with spaces around it is no change', () => {
  expect(isDirty(after({ type: 'named', product: pan, shortName: ' Pan ' }))).toBe(false);
});

test('changes that somebody else saves while a form is open stay apart from unsaved changes', () => {
  const changed = after({ type: 'stateChosen', product: kettle, state: 'ignored' });
  const settings = settingsOf({ ...kettle, shortName: 'Kettle' }, { ...pan, state: 'ignored' });

  const form = reduceForm(changed, { type: 'loaded', settings });

  expect(changesOf(form)).toMatchObject([{ productId: '1', show: false, seen: { state: 'tracked', shortName: '' } }]);
});

test('choosing what somebody else has saved meanwhile is no change any more', () => {
  const changed = after({ type: 'stateChosen', product: kettle, state: 'ignored' });
  const theirs = { ...kettle, state: 'ignoredUntilFirstSale' } as const;
  const form = reduceForm(changed, { type: 'loaded', settings: settingsOf(theirs, pan) });

  expect(isDirty(form)).toBe(true);
  expect(isDirty(reduceForm(form, { type: 'stateChosen', product: theirs, state: theirs.state }))).toBe(false);
});

test('a change that is saved is no change any more', () => {
  const changed = after({ type: 'stateChosen', product: kettle, state: 'ignored' });

  expect(
    isDirty(reduceForm(changed, { type: 'loaded', settings: settingsOf({ ...kettle, state: 'ignored' }, pan) })),
  ).toBe(false);
});

test('the change of a product that is gone is dropped, and the others stay', () => {
  const changed = after(
    { type: 'stateChosen', product: kettle, state: 'ignored' },
    { type: 'stateChosen', product: pan, state: 'ignored' },
  );

  const form = reduceForm(changed, { type: 'loaded', settings: settingsOf(pan) });

  expect(changesOf(form)).toMatchObject([{ productId: pan.productId, show: false }]);
});

test('a further change while a save is under way is based on what was sent', () => {
  const sent = after({ type: 'named', product: pan, shortName: 'Pan blue ' });
  const settings = settingsOf(kettle, { ...pan, shortName: 'Pan blue' });
  const afterSave = (...actions: readonly FormAction[]) =>
    [...actions, { type: 'saved', sent } as const, { type: 'loaded', settings } as const].reduce(reduceForm, sent);

  expect(isDirty(afterSave())).toBe(false);
  const seen = { state: 'tracked', shortName: 'Pan blue' };
  expect(changesOf(afterSave({ type: 'named', product: pan, shortName: 'Pan red' }))).toMatchObject([
    { shortName: 'Pan red', seen },
  ]);
  expect(changesOf(afterSave({ type: 'named', product: pan, shortName: 'Pan' }))).toMatchObject([
    { shortName: 'Pan', seen },
  ]);
});

test('a switch that is turned back while it is saved stays turned back', () => {
  const sent = after({ type: 'automaticChosen', automatic: false });
  const settings = { ...settingsOf(kettle, pan), automaticallyTrackNewProducts: false };
  const back = reduceForm(sent, { type: 'automaticChosen', automatic: true });

  const form = [{ type: 'saved', sent } as const, { type: 'loaded', settings } as const].reduce(reduceForm, back);

  expect([form.automatic, isDirty(form)]).toEqual([true, true]);
});

test('a rule can be undone, without the changes before it', () => {
  const form = after(
    { type: 'stateChosen', product: pan, state: 'ignored' },
    {
      type: 'ruleApplied',
      label: '2 products',
      states: new Map([
        [kettle, 'ignoredUntilFirstSale'],
        [pan, 'ignoredUntilFirstSale'],
      ]),
    },
    { type: 'ruleUndone' },
  );

  expect(changesOf(form)).toMatchObject([{ productId: '2', show: false, ignoredUntilNextOrder: false }]);
});

test('a rule can be undone no more after a further choice, and not what a conflict has given up', () => {
  const states = new Map([[kettle, 'ignored' as const]]);
  const rule = { type: 'ruleApplied', label: '1 product', states } as const;

  expect(after(rule, { type: 'stateChosen', product: pan, state: 'ignored' }).undo).toBeNull();
  expect(after(rule, { type: 'yielded', productIds: ['1'] }).undo).toBeNull();
});

test('the choice of somebody else for new products is taken over if it was not changed here', () => {
  const settings = { ...settingsOf(kettle, pan), automaticallyTrackNewProducts: false };
  const untouched = reduceForm(initialForm(settingsOf(kettle, pan)), { type: 'loaded', settings });

  expect([untouched.automatic, isDirty(untouched)]).toEqual([false, false]);
});

test('after a save the counts are those of the saved states', () => {
  const form = after({ type: 'stateChosen', product: kettle, state: 'ignored' });
  const saved = reduceForm(form, { type: 'saved', sent: form });

  expect(countStates(saved, saved.settings.sellerAccounts)).toEqual({
    tracked: 1,
    ignored: 1,
    ignoredUntilFirstSale: 0,
  });
});

test('in a conflict, theirs are kept by giving up the change, and mine by basing it on theirs', () => {
  const changed: readonly FormAction[] = [{ type: 'stateChosen', product: kettle, state: 'ignored' }];
  const present = new Map([['1', { state: 'ignoredUntilFirstSale', shortName: 'K' } as const]]);

  expect(changesOf(after(...changed, { type: 'yielded', productIds: ['1'] }))).toEqual([]);
  expect(changesOf(after(...changed, { type: 'insisted', present }))).toMatchObject([
    { show: false, seen: { state: 'ignoredUntilFirstSale', shortName: 'K' } },
  ]);
});

test('an ASIN that two seller accounts have in a marketplace is paid for once', () => {
  const twice = product('3', { asin1: kettle.asin1 });
  const form = initialForm(settingsOf(kettle, twice));

  const one = reduceForm(form, { type: 'stateChosen', product: twice, state: 'ignored' });
  const both = reduceForm(one, { type: 'stateChosen', product: kettle, state: 'ignored' });

  expect([addedAsins(form), addedAsins(one), addedAsins(both)]).toEqual([0, 0, -1]);
});
