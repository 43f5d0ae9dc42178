import { expect, test } from 'vitest';
import { dayMs, hourMs } from '@app/shared/base/time.ts';
import { itemStatus } from '@app/shared/domain/issue-status.ts';
import type { GatheredFlip } from './gather.ts';
import { newMark, relate } from './relate.ts';
import type { RedItem } from './related-queries.ts';

const now = new Date('2026-11-20T08:00:00Z');
const ago = (ms: number): Date => new Date(now.getTime() - ms);

const red = (type: string, redSince: Date, given: Partial<RedItem> = {}): RedItem => ({
  itemId: `${type}-1`,
  productId: '1',
  type,
  about: null,
  redSince,
  incidentId: null,
  apartFrom: null,
  ...given,
});

/** An item that turns red now. */
const turned = (type: string): GatheredFlip => ({
  at: now,
  itemId: `${type}-1`,
  revision: 1,
  productId: '1',
  type,
  fromStatus: itemStatus.ok,
  toStatus: itemStatus.alert,
  colour: 'RED',
  about: null,
  message: null,
  from: null,
  to: null,
  evidence: [],
  isSilent: false,
  isMuted: false,
  isImproved: false,
  isEased: false,
  wasInProgress: false,
  sellerAccountId: '1',
  cause: '',
  worth: null,
  calmedAt: null,
  calmUntil: null,
  calmPauses: 0,
  memberOf: null,
  apartFrom: null,
  minimumMinutes: 0,
  mailed: [],
  pushed: [],
  channels: [],
  telling: { state: 'pending', until: now, reason: null, untold: [], untoldReason: '' },
  isCalm: false,
  incidentId: null,
  massIncidentId: null,
});

const incidentOf = (flip: GatheredFlip, ...relatives: readonly RedItem[]): string | undefined =>
  relate([flip], relatives).get(flip.itemId);

test('a problem joins a cause that turned no longer before it than the hours that its kind names', () => {
  const [inTime, tooOld] = [dayMs, dayMs + 1].map((ms) => red('lostBuybox', ago(ms), { incidentId: '7' }));

  expect(inTime && incidentOf(turned('prime'), inTime)).toBe('7');
  expect(tooOld && incidentOf(turned('prime'), tooOld)).toBeUndefined();
});

test('a cause that is seen up to two hours after its consequence takes it along', () => {
  const cause = turned('lostBuybox');
  const [inTime, tooOld] = [2 * hourMs, 2 * hourMs + 1].map((ms) => relate([cause], [red('prime', ago(ms))]));

  expect(inTime?.get('prime-1')).toBe(`${newMark}lostBuybox-1`);
  expect(tooOld?.size).toBe(0);
});

test('a problem and its cause are found in either order, whichever of them is judged first', () => {
  const soon = ago(-1);

  expect(incidentOf(turned('prime'), red('lostBuybox', soon))).toBe(`${newMark}lostBuybox-1`);
  expect(relate([turned('lostBuybox')], [red('prime', soon)]).get('prime-1')).toBe(`${newMark}lostBuybox-1`);
});

test('of several causes of one kind a problem joins the one that turned last', () => {
  const older = red('keyword', ago(9 * hourMs), { itemId: 'keyword-1-skillet', incidentId: '7' });
  const newer = red('keyword', ago(hourMs), { itemId: 'keyword-1-pan', incidentId: '8' });

  expect(incidentOf(turned('salesDrop'), older, newer)).toBe('8');
  expect(incidentOf(turned('salesDrop'), newer, older)).toBe('8');
});

test('a cause takes no issue along that a user has split from its incident', () => {
  const cause = { ...turned('lostBuybox'), memberOf: '7' };
  const prime = red('prime', ago(hourMs), { incidentId: '8' });
  const split = red('imageMissing', ago(hourMs), { incidentId: '8', apartFrom: '7' });

  expect([...relate([cause], [prime, split])]).toEqual([
    ['lostBuybox-1', '7'],
    ['prime-1', '7'],
  ]);
});
