import { expect, test } from 'vitest';
import { feedbackColumnOrder, feedbackColumns, readDay, readFeedback } from './feedback.ts';
import { readReport } from './report-table.ts';

const reportedAt = new Date('2026-06-20T12:00:00Z');

test.each([
  ['2026-06-15', 'en-US', '2026-06-15'],
  ['6/5/26', 'en-US', '2026-06-05'],
  ['06/15/2026', 'en-US', '2026-06-15'],
  ['05/06/26', 'en-GB', '2026-06-05'],
  ['15.06.2026', 'de-DE', '2026-06-15'],
  ['6/5/26', 'en-CA', '2026-05-06'],
  ['10/15/26', 'en-CA', '2026-10-15'],
  ['10/15/26', 'en-GB', '2026-10-15'],
  ['15/06/2026', 'en-US', '2026-06-15'],
  ['15/15/26', 'en-US', null],
  ['0/5/26', 'de-DE', null],
  ['yesterday', 'en-US', null],
  ['31.02.2026', 'de-DE', null],
  ['2026-04-31', 'en-US', null],
  ['29/02/24', 'en-GB', '2024-02-29'],
])('%s in %s is %s', (text, locale, day) => {
  expect(readDay(text, { locale, reportedAt })).toBe(day);
});

test.each([
  ['9/6/26', 'en-US', '2026-06-09', 'lies ahead month first'],
  ['6/9/26', 'en-GB', '2026-06-09', 'lies ahead day first'],
  ['1/6/26', 'en-US', '2026-06-01', 'was half a year ago month first'],
  ['26-06-15', 'en-CA', '2026-06-15', 'begins with the year, as in French Canada'],
  ['26/06/15', 'de-DE', '2026-06-15', 'begins with the year, as in Japanese'],
  ['20/06/26', 'en-GB', '2026-06-20', 'is the day of the report'],
  ['22/03/26', 'en-GB', '2026-03-22', 'is the first day of the report'],
])('%s in %s is %s: it %s', (text, locale, day) => {
  expect(readDay(text, { locale, reportedAt })).toBe(day);
});

const read = (text: string) =>
  readReport(text, {
    names: feedbackColumns,
    needed: ['date', 'rating', 'orderId'],
    order: feedbackColumnOrder,
    suspectedLength: null,
  }).rows.map((row) => readFeedback(row, { locale: 'de-DE', reportedAt }));

test('feedback of three stars or fewer is read, in the language of the seller and without the buyer', () => {
  const text = [
    'Datum\tBewertung\tKommentare\tIhre Antwort\tBestellnummer\tE-Mail-Adresse\n',
    '15.06.26\t1\tKam  nie an.\t\t303-1\tx@marketplace.test\n',
    '14.06.26\t5\tSehr gut\t\t303-2\ty@marketplace.test\n',
  ].join('');

  expect(read(text)).toEqual([{ orderId: '303-1', date: '2026-06-15', rating: 1, comment: 'Kam nie an.' }, null]);
});

test('a report with headers in an unknown language is read by the order of its columns', () => {
  const text = [
    '日期\t评级\t评论\t您的回复\t订单编号\t评级人电子邮件\n',
    '15/06/26\t1\tIt never came.\t\t303-1\tx@marketplace.test\n',
  ].join('');

  expect(read(text)).toEqual([{ orderId: '303-1', date: '2026-06-15', rating: 1, comment: 'It never came.' }]);
});

test('a report with another number of columns and unknown headers is another document', () => {
  expect(() => read('日期\t评级\t评论\t订单编号\n15/06/26\t1\tNo.\t303-1\n')).toThrow('no report with');
});

test('a long comment is cut', () => {
  const [entry] = read(`Date\tRating\tComments\tOrder ID\n2026-06-15\t2\t${'x'.repeat(9000)}\t303-1\n`);

  expect(entry).toMatchObject({ comment: 'x'.repeat(500) });
});

test('feedback without a rating or a date is neither praise nor blame, and without an order it is about none', () => {
  const text =
    'Date\tRating\tComments\tOrder ID\n2026-06-15\t\tLate\t303-1\nsoon\t2\tLate\t303-2\n2026-06-15\t2\tLate\t\n';

  expect(read(text)).toEqual(['303-1', '303-2', null].map((unreadableOrderId) => ({ unreadableOrderId })));
});
