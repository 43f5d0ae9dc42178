import { expect, test } from 'vitest';
import { muteDurations, muteEnd } from './muting.ts';

const now = new Date('2026-03-02T08:00:00.000Z');

test('the durations are those of section 9', () => {
  expect(muteDurations.map(({ minutes }) => minutes)).toEqual([1440, 4320, 10_080, 20_160, 43_200, 87_840, 1_438_560]);
});

test('a mute ends after its minutes', () => {
  expect(muteEnd(1440, now)).toEqual(new Date('2026-03-03T08:00:00.000Z'));
  expect(muteEnd(1, now)).toEqual(new Date('2026-03-02T08:01:00.000Z'));
});

test.each([0, -1, 0.5])('muting for fewer than 1 minute (%d) unmutes', (minutes) => {
  expect(muteEnd(minutes, now)).toBeNull();
});
