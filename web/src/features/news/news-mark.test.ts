import { expect, test } from 'vitest';
import { isCovered, markOf, nothing, readMark, writeMark, type Notice } from './news-mark.ts';

const notice = (notificationId: string, minute: number): Notice => ({
  notificationId,
  productId: '1',
  notificationType: 'PRICE',
  notificationLevel: 'RED',
  isImproved: false,
  message: '',
  date: `2026-11-20T08:${String(minute).padStart(2, '0')}:00.000Z`,
});
const list = [notice('9', 30), notice('8', 20), notice('7', 10)];

test('what was listed when somebody looked is not new any more, whatever comes after is', () => {
  const mark = markOf(list, nothing);

  expect(list.every((one) => isCovered(one, mark))).toBe(true);
  expect(isCovered(notice('10', 31), mark)).toBe(false);
});

test('what becomes known late is new, although something later was seen', () => {
  expect(isCovered(notice('11', 25), markOf(list, nothing))).toBe(false);
});

test('what is older than the list was is not new when it comes back into it', () => {
  expect(isCovered(notice('3', 5), markOf(list, nothing))).toBe(true);
});

test('everything is new to somebody who has never looked', () => {
  expect(list.some((one) => isCovered(one, nothing))).toBe(false);
});

test('an empty list forgets nothing', () => {
  const mark = markOf([], markOf(list, nothing));

  expect(isCovered(notice('3', 5), mark)).toBe(true);
});

test('a mark outlasts the page, and what is no mark covers nothing', () => {
  const mark = markOf(list, nothing);

  expect(readMark(writeMark(mark))).toEqual(mark);
  for (const text of [null, '', '{', '{}', '7', '[1,2]']) expect(readMark(text)).toEqual(nothing);
});
