import { expect, test } from 'vitest';
import { hourMs, minuteMs } from '@app/shared/base/time.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import { calmOf } from './calm.ts';

const now = new Date('2026-11-20T08:00:00Z');
const after = (ms: number): Date => new Date(now.getTime() + ms);
const turn = { itemId: 'price-1', at: now, fromStatus: itemStatus.ok, toStatus: itemStatus.alert };

test.each([
  [1, 2],
  [3, 8],
  [4, 16],
  [10, 16],
])('after %i pauses an item that goes to and fro is stable when it has not turned for %i hours', (pauses, hours) => {
  const former = { calmedAt: after(-hourMs), calmUntil: after(-minuteMs), calmPauses: pauses - 1 };

  expect(calmOf({ ...turn, ...former }, [])).toMatchObject({ pauses, until: after(hours * hourMs) });
});

test.each([
  [0, 12],
  [1, 24],
  [2, 48],
  [10, 48],
])('after %i pauses the silence about an item that goes on to and fro ends after %i hours', (calmPauses, hours) => {
  const calmUntil = after(minuteMs);
  const calmedAt = after(minuteMs - hours * hourMs);

  expect(calmOf({ ...turn, calmedAt, calmUntil, calmPauses }, [])).toMatchObject({ calmedAt, until: calmUntil });
});
