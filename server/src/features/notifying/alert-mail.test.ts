import { expect, test } from 'vitest';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { alertMail, type AlertNews } from './alert-mail.ts';

const news = (given: Partial<AlertNews> = {}): AlertNews => ({
  type: 'imageMissing',
  colour: 'RED',
  at: new Date('2026-11-20T08:00:00Z'),
  message: 'The product page has no main image',
  from: '7 images',
  to: 'no main image',
  evidence: [{ label: 'Other images', value: '6' }],
  productId: '7',
  productName: 'Cast-iron skillet 26 cm',
  asin: 'B0EXAMPLE1',
  marketplace: 'US',
  sellerAccountName: 'Brightkeel US',
  imageUrl: null,
  ...given,
});

const mail = (...all: readonly AlertNews[]) =>
  alertMail({ email: 'ada@example.test', publicUrl: 'https://watch.example', news: all });

test.each(watchdogs.flatMap(({ type, colours }) => colours.map((colour) => [type, colour] as const)))(
  'a mail about %s in %s says what, of which product, and where to look',
  (type, colour) => {
    const { subject, text, html } = mail(news({ type, colour }));

    expect(subject).toMatch(/^(Alert|Warning|Improvement): \S.*, Cast-iron skillet 26 cm, US$/);
    expect(subject.length).toBeLessThan(120);
    for (const body of [text, html]) {
      expect(body).toContain('https://watch.example/home#pdet-7');
      expect(body).not.toMatch(/undefined|\[object|NaN/);
    }
  },
);

test('a subject keeps abbreviations as they are', () => {
  expect(mail(news({ type: 'fbaFeeChange' })).subject).toBe('Alert: FBA fee changed, Cast-iron skillet 26 cm, US');
});

test('an improvement is told by what became better, not by what was wrong', () => {
  const { subject, text } = mail(news({ colour: 'GREEN', message: 'The main image is back' }));

  expect(subject).toBe('Improvement: the main image is back, Cast-iron skillet 26 cm, US');
  expect(text).not.toContain('Main image missing');
});

test('reviews of many pages are told in a few lines', () => {
  const page = 'Burnt my eggs. '.repeat(400);

  const { subject, text, html } = mail(
    news({
      message: page,
      from: page,
      to: page,
      productName: page,
      evidence: Array.from({ length: 5 }, () => ({ label: 'Review', value: page })),
    }),
  );

  expect(subject.length).toBeLessThan(120);
  expect(text.length).toBeLessThan(3500);
  expect(html).toContain('…');
});

test('half of a character is never left over', () => {
  const { text } = mail(news({ message: '😀'.repeat(400) }));

  expect(text.isWellFormed()).toBe(true);
});

test('what is in a review is text in the mail, never markup', () => {
  const { html } = mail(news({ evidence: [{ label: 'Review', value: '<script>alert(1)</script>' }] }));

  expect(html).not.toContain('<script>alert');
});
