import { expect, test } from 'vitest';
import { feedbackColumns, readDay, readFeedback } from './feedback.ts';
import { readReport } from './report-table.ts';

test.each([
  ['2026-06-15', 'en-US', '2026-06-15'],
  ['6/5/26', 'en-US', '2026-06-05'],
  ['06/15/2026', 'en-US', '2026-06-15'],
  ['05/06/26', 'en-GB', '2026-06-05'],
  ['15.06.2026', 'de-DE', '2026-06-15'],
  ['6/5/26', 'en-CA', '2026-06-05'],
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
  expect(readDay(text, locale)).toBe(day);
});

const read = (text: string) =>
  readReport(text, { names: feedbackColumns, needed: ['rating', 'orderId'], suspectedLength: null }).rows.map((row) =>
    readFeedback(row, 'de-DE'),
  );

test('feedback of three stars or fewer is read, in the language of the seller and without the buyer', () => {
  const text = [
    'Datum\tBewertung\tKommentare\tIhre Antwort\tBestellnummer\tE-Mail-Adresse\n',
    '15.06.26\t1\tKam  nie an.\t\t303-1\tx@marketplace.test\n',
    '14.06.26\t5\tSehr gut\t\t303-2\ty@marketplace.test\n',
  ].join('');

  expect(read(text)).toEqual([{ orderId: '303-1', date: '2026-06-15', rating: 1, comment: 'Kam nie an.' }, null]);
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
