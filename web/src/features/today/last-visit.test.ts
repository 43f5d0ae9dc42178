import { expect, test } from 'vitest';
import { buildGroup, buildItem } from '../../../testing/world-build.ts';
import { openIssuesByProduct } from '@app/shared/world/issues/open-issues.ts';
import { latestVisits, newsText, parseVisits, visitsAfter, visitsText } from './last-visit.ts';

const minute = 60_000;

test('the first visit has no previous one', () => {
  expect(visitsAfter(null, 1000 * minute)).toEqual({ lastSeen: 1000 * minute, previous: null });
});

test('a reload belongs to the same visit, a return after half an hour is a new one', () => {
  const first = { lastSeen: 1000 * minute, previous: 10 * minute };
  expect(visitsAfter(first, 1029 * minute).previous).toBe(10 * minute);
  expect(visitsAfter(first, 1030 * minute).previous).toBe(1000 * minute);
});

test('a tab that was left open continues the visit of another tab, and tells what is new since the end of that one', () => {
  const own = { lastSeen: 1000 * minute, previous: 10 * minute };
  const inOtherTab = { lastSeen: 2000 * minute, previous: 1000 * minute };

  expect(visitsAfter(latestVisits(own, inOtherTab), 2010 * minute).previous).toBe(1000 * minute);
  expect(visitsAfter(latestVisits(own, inOtherTab), 2300 * minute).previous).toBe(2000 * minute);
  expect(latestVisits(inOtherTab, own)).toBe(inOtherTab);
  expect(latestVisits(own, null)).toBe(own);
});

test.each([
  ['5000 3000', { lastSeen: 5000, previous: 3000 }],
  ['5000 ', { lastSeen: 5000, previous: null }],
  ['nonsense', null],
  ['', null],
  [null, null],
])('%j in the storage is %j', (text, visits) => {
  expect(parseVisits(text)).toEqual(visits);
});

test('stored visits can be read again', () => {
  for (const visits of [
    { lastSeen: 5000, previous: null },
    { lastSeen: 5000, previous: 3000 },
  ]) {
    expect(parseVisits(visitsText(visits))).toEqual(visits);
  }
});

test('news since the last visit are alerts, warnings and improvements', () => {
  const since = Date.parse('2026-03-02T08:00:00Z');
  const [before, after] = ['2026-03-02T07:59:00Z', '2026-03-02T08:01:00Z'];
  const issues = openIssuesByProduct({
    price: buildGroup([
      buildItem({ productId: '1', date: after }),
      buildItem({ productId: '2', date: after, status: 1 }),
      buildItem({ productId: '3', date: before }),
    ]),
  });
  const told = { productId: '4', notificationType: 'PRICE', notificationLevel: 'GREEN', message: '' } as const;
  const notifications = [before, after].flatMap((date, index) =>
    [true, false].map((isImproved) => ({ ...told, notificationId: `${index}`, isImproved, date })),
  );
  expect(newsText({ issues, notifications, since })).toBe('1 alert, 1 warning, 1 improved');
  expect(newsText({ issues: new Map(), notifications: [], since })).toBe('');
});

test('the news count each level by itself, and nothing of the moment of the last visit', () => {
  const date = '2026-03-02T08:01:00Z';
  const issues = openIssuesByProduct({
    price: buildGroup([2, 1, 1].map((status, index) => buildItem({ productId: String(index), date, status }))),
  });
  const told = { productId: '4', notificationType: 'PRICE', notificationLevel: 'GREEN', message: '' } as const;
  const notifications = [{ ...told, notificationId: '1', isImproved: true, date }];

  const textSince = (since: number) => newsText({ issues, notifications, since });
  expect(textSince(Date.parse(date) - 1)).toBe('1 alert, 2 warnings, 1 improved');
  expect(textSince(Date.parse(date))).toBe('');
});

test('improvements that the list of notifications has no room for are not denied', () => {
  const since = Date.parse('2026-03-02T08:00:00Z');
  const [before, after] = ['2026-03-02T07:59:00Z', '2026-03-02T08:01:00Z'];
  const told = (level: 'RED' | 'GREEN', count: number, date = after) =>
    Array.from({ length: count }, (_, index) => ({
      productId: '4',
      notificationType: 'PRICE',
      notificationLevel: level,
      message: '',
      notificationId: `${level} ${index}`,
      isImproved: level === 'GREEN',
      date,
    }));
  const textOf = (...notifications: ReturnType<typeof told>) => newsText({ issues: new Map(), notifications, since });

  expect(textOf(...told('GREEN', 20))).toBe('at least 20 improved');
  expect(textOf(...told('GREEN', 3), ...told('RED', 20))).toBe('at least 3 improved');
  expect(textOf(...told('GREEN', 3), ...told('RED', 19))).toBe('3 improved');
  expect(textOf(...told('GREEN', 3), ...told('RED', 19), ...told('RED', 1, before))).toBe('3 improved');
});
