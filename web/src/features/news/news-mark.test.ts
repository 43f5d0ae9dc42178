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

test('notifications that were listed at the last look are not new, later ones are', () => {
  const mark = markOf(list, nothing);

  expect(list.every((one) => isCovered(one, mark))).toBe(true);
  expect(isCovered(notice('10', 31), mark)).toBe(false);
});

test('a notification that becomes known late is new, although a later one was seen', () => {
  expect(isCovered(notice('11', 25), markOf(list, nothing))).toBe(false);
});

test('a notification of the same moment as the oldest listed one is new if it was not listed', () => {
  expect(isCovered(notice('12', 10), markOf(list, nothing))).toBe(false);
});

test('a notification older than the list is not new when it appears in it again', () => {
  expect(isCovered(notice('3', 5), markOf(list, nothing))).toBe(true);
});

test('everything is new before the first look', () => {
  expect(list.some((one) => isCovered(one, nothing))).toBe(false);
});

test('an empty list keeps the mark', () => {
  const mark = markOf([], markOf(list, nothing));

  expect(isCovered(notice('3', 5), mark)).toBe(true);
});

test('a mark survives the page, and any other text covers nothing', () => {
  const mark = markOf(list, nothing);

  expect(readMark(writeMark(mark))).toEqual(mark);
  for (const text of [null, '', '{', '{}', '7', '[1,2]']) expect(readMark(text)).toEqual(nothing);
});
