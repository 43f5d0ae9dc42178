import { expect, test } from 'vitest';
import type { WorldItem } from '@app/shared/contract/world.ts';
import { buildGroup, buildItem } from '../../../../testing/world-build.ts';
import { countHidden, currentTargets, selection } from './selection.ts';

test('selected items are changed in their current state, and missing ones are left out', () => {
  const known = buildItem({ watchDogId: 'price-1', productId: '1' });
  const keyword = buildItem({ watchDogId: 'keyword-1-7', productId: '1' });
  const targets = new Map(
    [known, keyword, buildItem({ watchDogId: 'price-2', productId: '2' })].map((item) => [
      item.watchDogId,
      { watchDogId: item.watchDogId, item, name: item.watchDogId },
    ]),
  );
  const seen = { ...known, issueStatus: 1 };
  const current = currentTargets(targets, { price: buildGroup([seen]), keyword: buildGroup([keyword]) });
  expect(current.map(({ item }) => item)).toEqual([seen, keyword]);
});

test('what was marked done, muted or ended by itself since its selection is not changed with the others', () => {
  const open = buildItem({ watchDogId: 'price-1', productId: '1', status: 2 });
  const others = ['2', '3', '4'].map((id) => buildItem({ watchDogId: `price-${id}`, productId: id, status: 2 }));
  const targets = new Map(
    [open, ...others].map((item) => [item.watchDogId, { watchDogId: item.watchDogId, item, name: item.watchDogId }]),
  );
  const since = [{ issueStatus: 3 }, { muted: true }, { status: 0 }];
  const items = [open, ...others.map((item, index) => ({ ...item, ...since[index] }))];

  const current = currentTargets(targets, { price: buildGroup(items) });

  expect(current.map(({ watchDogId }) => watchDogId)).toEqual(['price-1']);
});

test('an issue that has changed since its selection is no longer selected, and one with a new text is', () => {
  const [price, image] = [1, 2].map((id) => buildItem({ watchDogId: `price-${id}`, productId: String(id), status: 2 }));
  const targets = new Map([price, image].flatMap((item) => (item ? [[item.watchDogId, targetOf(item)] as const] : [])));
  const statusDetails = { message: 'Later text', from: null, to: null, evidence: [] };
  const items = [price && { ...price, statusDetails }, image && { ...image, date: '2026-11-20T08:00:00.000Z' }];

  const current = currentTargets(targets, { price: buildGroup(items.flatMap((item) => item ?? [])) });

  expect(current.map(({ watchDogId }) => watchDogId)).toEqual(['price-1']);
});

const targetOf = (item: WorldItem) => ({ watchDogId: item.watchDogId, item, name: item.watchDogId });

test('selected issues of products that the filter hides are counted', () => {
  const targets = ['1', '2', '3'].map((productId) => {
    const item = buildItem({ watchDogId: `price-${productId}`, productId });
    return { watchDogId: item.watchDogId, item, name: item.watchDogId };
  });

  expect(countHidden(targets, new Map([['2', {}]]))).toBe(2);
});

test('issues that are dropped from the selection leave the others selected', () => {
  for (const id of ['price-1', 'price-2']) selection.toggle({ watchDogId: id, item: null, name: id });

  selection.drop(['price-1']);

  expect(selection.isEmpty()).toBe(false);
  selection.drop(['price-2']);
  expect(selection.isEmpty()).toBe(true);
});

test('an issue that leaves its place is dropped from the selection, and the others stay selected', () => {
  const [done, open] = ['1', '2'].map((id) => buildItem({ watchDogId: `price-${id}`, productId: id, status: 2 }));
  for (const item of [done, open]) if (item) selection.toggle(targetOf(item));

  selection.dropGone({ price: buildGroup([done && { ...done, issueStatus: 3 }, open].flatMap((item) => item ?? [])) });

  expect(selection.isEmpty()).toBe(false);
  selection.drop(['price-2']);
  expect(selection.isEmpty()).toBe(true);
});

test('an issue that is selected right after the page was drawn is not dropped by what follows from that drawing', () => {
  const [selectedBefore, selectedSince] = ['1', '2'].map((id) =>
    buildItem({ watchDogId: `price-${id}`, productId: id, status: 2 }),
  );
  const watchDogs = { price: buildGroup([selectedBefore, selectedSince].flatMap((item) => item ?? [])) };
  if (selectedBefore) selection.toggle(targetOf(selectedBefore));
  const afterDrawing = () => selection.dropGone(watchDogs);

  if (selectedSince) selection.toggle(targetOf(selectedSince));
  afterDrawing();

  selection.drop(['price-1']);
  expect(selection.isEmpty()).toBe(false);
  selection.drop(['price-2']);
});
