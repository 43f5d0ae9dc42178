import { expect, test } from 'vitest';
import { buildGroup, buildItem, buildProduct, buildWorld } from '../../testing/world-build.ts';
import { applyChange, joinChange, muteChange, statusChange, takeBack } from './triage-change.ts';

const now = Date.parse('2026-11-20T08:00:00.000Z');
const fresh = buildItem({ productId: '1' });
const seen = buildItem({ productId: '2', issueStatus: 1 });
const world = buildWorld({
  products: [buildProduct({ productId: '1' }), buildProduct({ productId: '2' })],
  watchDogs: { kind: buildGroup([fresh, seen]) },
});
const itemsOf = (changed: typeof world) => Object.values(changed.watchDogs['kind']?.items ?? {});

test('undoing a status of many items restores the status of each', () => {
  const change = statusChange([fresh, seen], 3);
  const done = applyChange(world, change);
  expect(itemsOf(done).map((item) => item.issueStatus)).toEqual([3, 3]);

  const back = takeBack(change, now).reduce(applyChange, done);
  expect(itemsOf(back).map((item) => item.issueStatus)).toEqual([0, 1]);
});

test('a mute ends after its minutes, and undo ends it at once', () => {
  const change = muteChange({ targets: [{ id: fresh.watchDogId, item: fresh }], minutes: 1440, now });
  const muted = applyChange(world, change);
  expect(itemsOf(muted)[0]).toMatchObject({ muted: true, mutedUntil: '2026-11-21T08:00:00.000Z' });

  const back = takeBack(change, now);
  expect(back).toMatchObject([{ kind: 'mute', minutes: -1, mutedUntil: null }]);
  expect(itemsOf(back.reduce(applyChange, muted))[0]).toMatchObject({ muted: false, mutedUntil: null });
});

test('undoing an unmute mutes for the time that was left', () => {
  const muted = buildItem({ muted: true, mutedUntil: '2026-11-20T10:00:00.000Z' });
  const change = muteChange({ targets: [{ id: muted.watchDogId, item: muted }], minutes: -1, now });
  expect(takeBack(change, now)).toMatchObject([{ minutes: 120, mutedUntil: '2026-11-20T10:00:00.000Z' }]);
});

test('undoing an unmute after the end of the mute leaves the item unmuted', () => {
  const muted = buildItem({ muted: true, mutedUntil: '2026-11-20T08:00:20.000Z' });
  const change = muteChange({ targets: [{ id: muted.watchDogId, item: muted }], minutes: -1, now });

  expect(takeBack(change, now + 60_000)).toMatchObject([{ mutedUntil: null }]);
});

test('the undo of a mute leaves an item unmuted whose former mute had ended', () => {
  const ended = buildItem({ muted: false, mutedUntil: '2026-11-20T07:00:00.000Z' });
  const change = muteChange({ targets: [{ id: ended.watchDogId, item: ended }], minutes: 1440, now });

  expect(takeBack(change, now)).toMatchObject([{ minutes: -1, mutedUntil: null }]);
});

test('the undo of a status is refused by the server once somebody else has set another one', () => {
  expect(takeBack(statusChange([fresh], 3), now)).toMatchObject([{ status: 0, expected: 3 }]);
});

test('undoing an unmute mutes for no longer than the longest mute, also by a slow clock', () => {
  const muted = buildItem({ muted: true, mutedUntil: new Date(now + 1_438_563 * 60_000).toISOString() });
  const change = muteChange({ targets: [{ id: muted.watchDogId, item: muted }], minutes: -1, now });
  expect(takeBack(change, now)).toMatchObject([{ minutes: 1_438_560 }]);
});

test('undoing many mutes restores the state of each item', () => {
  const other = buildItem({ productId: '2', muted: true, mutedUntil: '2026-11-20T10:00:00.000Z' });
  const held = buildWorld({ ...world, watchDogs: { kind: buildGroup([fresh, other]) } });
  const targets = [fresh, other].map((item) => ({ id: item.watchDogId, item }));
  const change = muteChange({ targets, minutes: 1440, now });
  const muted = applyChange(held, change);
  expect(itemsOf(muted).map(({ mutedUntil }) => mutedUntil)).toEqual(Array(2).fill('2026-11-21T08:00:00.000Z'));

  const back = takeBack(change, now).reduce(applyChange, muted);
  expect(itemsOf(back).map(({ mutedUntil }) => mutedUntil)).toEqual([null, '2026-11-20T10:00:00.000Z']);
});

test('a change, and its undo, leave an issue as it is that has changed since the person saw it', () => {
  const changed = buildWorld({
    ...world,
    watchDogs: { kind: buildGroup([{ ...fresh, date: '2026-11-20T07:59:59.000Z' }, seen]) },
  });
  const issues = [fresh, seen].map((item) => ({ id: item.watchDogId, item }));
  const [issue] = itemsOf(changed);

  for (const change of [
    statusChange([fresh, seen], 3),
    muteChange({ targets: issues, minutes: 1440, now }),
    joinChange([fresh, seen]),
  ]) {
    const after = applyChange(changed, change);
    expect(itemsOf(after)[0]).toBe(issue);
    expect(itemsOf(after)[1]).not.toBe(seen);
    const back = itemsOf(takeBack(change, now).reduce(applyChange, after));
    expect(back[0]).toBe(issue);
    expect(back[1]).toEqual({ ...seen, issueStatusBy: back[1]?.issueStatusBy });
  }
});

test('a mute of an item that was ok leaves an issue as it is that has come since', () => {
  const change = muteChange({ targets: [{ id: 'kind-1', item: null }], minutes: 1440, now });

  expect(applyChange(world, change)).toBe(world);
});

test('a mute ends on the page whatever has changed since, as it does at the server', () => {
  const muted = buildItem({ productId: '1', muted: true, mutedUntil: '2026-11-20T10:00:00.000Z' });
  const change = muteChange({ targets: [{ id: muted.watchDogId, item: muted }], minutes: -1, now });
  const changed = { ...muted, date: '2026-11-20T07:59:59.000Z' };

  const after = applyChange(buildWorld({ watchDogs: { kind: buildGroup([changed]) } }), change);

  expect(itemsOf(after)[0]).toMatchObject({ muted: false });
});
