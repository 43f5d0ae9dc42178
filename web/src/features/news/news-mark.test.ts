import { expect, test } from 'vitest';
import { freshSince, isCovered, markOf, nothing, readMark, writeMark, type Notice } from './news-mark.ts';

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

const twenty = (level: Notice['notificationLevel'], from: number): Notice[] =>
  Array.from({ length: 20 }, (_, index) => ({
    ...notice(`${level} ${index}`, from + index),
    notificationLevel: level,
  }));

test('a list that is full of new notifications says that there may be more of them', () => {
  const alerts = twenty('RED', 10).toReversed();
  const seen = markOf(alerts.slice(-1), nothing);

  expect(freshSince(alerts, nothing)).toMatchObject({ ids: { size: 20 }, isCut: true });
  expect(freshSince(alerts.slice(1), nothing)).toMatchObject({ ids: { size: 19 }, isCut: false });
  expect(freshSince(alerts, seen)).toMatchObject({ ids: { size: 19 }, isCut: false });
});

test('a list that is full of new alerts says so also if its improvements were seen', () => {
  const improvements = twenty('GREEN', 10);
  const both = [...twenty('RED', 30), ...improvements].toSorted((a, b) => (a.date < b.date ? 1 : -1));

  expect(freshSince(both, markOf(improvements, nothing))).toMatchObject({ ids: { size: 20 }, isCut: true });
});
