import { expect, test } from 'vitest';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { alertMail } from './alert-mail.ts';
import type { AlertNews, Reader } from '../alert-mail-input.ts';
import type { MailLinks } from '../../mail-links.ts';

const news = (given: Partial<AlertNews> = {}): AlertNews => ({
  type: 'imageMissing',
  colour: 'RED',
  at: new Date('2026-11-20T08:00:00Z'),
  message: 'The product page has no main image',
  from: '7 images',
  to: 'no main image',
  evidence: [{ label: 'Other images', value: '6' }],
  itemId: 'imageMissing-7',
  revision: 3,
  productId: '7',
  productName: 'Cast-iron skillet 26 cm',
  asin: 'B0EXAMPLE1',
  marketplace: 'US',
  sellerAccountName: 'Brightkeel US',
  imageUrl: null,
  risk: null,
  incident: null,
  relation: null,
  isOver: false,
  ...given,
});

const links: MailLinks = {
  mute: ({ itemId }) => `https://watch.example/mail-action#mute-${itemId}`,
  done: ({ itemId, revision }) => `https://watch.example/mail-action#done-${itemId}-${revision}`,
  fewer: ({ type, colour }) => `https://watch.example/mail-action#fewer-${type}-${colour}`,
  unsubscribe: (scope) => `https://watch.example/mail-action#unsubscribe-${scope}`,
  headers: (scope) => ({ 'List-Unsubscribe': `<https://watch.example/api/mail/unsubscribe?token=${scope}>` }),
};
const reader: Reader = {
  email: 'ada@example.test',
  clock: { timeZone: 'Europe/Berlin', offsetMinutes: 0, adjustsToDst: true, region: 'EU' },
  alertSubject: 'DETAILED',
  isCollected: false,
};

const mailTo = (given: Partial<Reader>, all: readonly AlertNews[]) =>
  alertMail({
    reader: { ...reader, ...given },
    links,
    publicUrl: 'https://watch.example',
    news: all,
    pictures: new Map(),
  });
const mail = (...all: readonly AlertNews[]) => mailTo({}, all);

const costing = (dollars: number) => ({
  money: { currency: 'USD', low: dollars * 100, high: dollars * 100 },
  daysLeft: 0,
  wastedAds: 0,
});

test('a first look begins with what costs most, whatever its level, and states the sum', () => {
  const incident = { incidentId: '1', cause: 'first look', isConfirmed: true };
  const found = [
    news({ productId: '1', productName: 'Kettle', incident }),
    news({ productId: '2', productName: 'Pan', colour: 'AMBER', risk: costing(900), incident }),
    news({ productId: '3', productName: 'Lid', risk: costing(40), incident }),
  ];

  const { subject, text } = mail(...found);

  expect(subject).toBe('What we found: 2 alerts, 1 warning, Brightkeel US');
  expect(['Pan', 'Lid', 'Kettle'].map((name) => text.indexOf(name))).toEqual(
    ['Pan', 'Lid', 'Kettle'].map((name) => text.indexOf(name)).toSorted((a, b) => a - b),
  );
  expect(text).toContain('$940');
});

test('the subject of an incident counts its products, names a single one, and is simple if the account wants it so', () => {
  const incident = { incidentId: '1', cause: 'seller A2UKR47RHS0DCY', isConfirmed: true };
  const ofProducts = (...ids: readonly string[]) => ids.map((productId) => news({ productId, incident }));

  expect(mail(...ofProducts('7', '8', '9')).subject).toBe('Alert: main image missing, 3 products');
  expect(mail(...ofProducts('7', '7')).subject).toBe(
    'Alert: main image missing, Cast-iron skillet 26 cm, US, and 1 more',
  );
  expect(mailTo({ alertSubject: 'SIMPLE' }, ofProducts('7', '8', '9')).subject).toBe(
    '3 alerts: Cast-iron skillet 26 cm, US, and 2 more products',
  );
});

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

test('an improvement is headed by what became better, not by the former problem', () => {
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

test('the text of a review is text in the mail, never markup', () => {
  const { html } = mail(news({ evidence: [{ label: 'Review', value: '<script>alert(1)</script>' }] }));

  expect(html).not.toContain('<script>alert');
});

test('a simple subject states level, count and product, and the preview beside it does not state the change', () => {
  const all = [news(), news({ productName: 'Kettle', colour: 'RED' }), news({ colour: 'GREEN' })];

  const { subject, html } = mailTo({ alertSubject: 'SIMPLE' }, all);

  expect(subject).toBe('2 alerts, 1 improvement: Cast-iron skillet 26 cm, US');
  const two = mailTo({ alertSubject: 'SIMPLE' }, [news(), news({ productId: '9' }), news({ productId: '8' })]);
  expect(two.subject).toBe('3 alerts: Cast-iron skillet 26 cm, US, and 2 more products');
  const shownByInboxes = html.slice(0, html.indexOf('Watchpost</td>'));
  expect(shownByInboxes).not.toMatch(/main image/i);
  expect(html).toContain('Kettle');
});

test('a mail counts and shows only what is open, and lists apart what was solved meanwhile', () => {
  const open = news({ productName: 'Kettle', productId: '8' });
  const over = [news({ isOver: true }), news({ isOver: true, productName: 'Press', productId: '9' })];

  const { subject, text, html } = mail(...over, open, news({ colour: 'GREEN', productId: '10' }));

  expect(subject).toBe('Alert: main image missing, Kettle, US, and 1 more');
  expect(text).toContain('1 alert, 1 improvement, 2 solved meanwhile. ');
  const [told = '', solved = ''] = text.split('Solved meanwhile:');
  expect(told).not.toContain('Press');
  expect(solved).toContain('Cast-iron skillet 26 cm (US)');
  expect(solved).toContain('Press (US)');
  expect(solved).not.toContain('Mark done');
  expect(html).toContain('Solved meanwhile');
});

test('a mail whose alerts are all over says so in its subject', () => {
  const over = news({ isOver: true });

  expect(mail(over).subject).toBe('Solved meanwhile: main image missing, Cast-iron skillet 26 cm, US');
  expect(mail(over, news({ isOver: true, productId: '8' })).subject).toMatch(/, US, and 1 more product$/);
  expect(mailTo({ alertSubject: 'SIMPLE' }, [over]).subject).toBe(
    'Solved meanwhile: 1 alert, Cast-iron skillet 26 cm, US',
  );
});

test('the address of a picture is not a line of a mail', () => {
  const address = 'https://m.media-amazon.com/images/I/41kettle.jpg';
  const evidence = [
    { label: 'Main image before', value: address },
    { label: 'Other images', value: '3' },
  ];

  const { text, html } = mail(news({ evidence, imageUrl: null }));

  for (const body of [text, html]) {
    expect(body).not.toContain(address);
    expect(body).toContain('Other images');
  }
});

test('each thing can be muted and marked done from the mail, which says why it came and how to end it', () => {
  const { text, html, headers } = mail(news(), news({ itemId: 'price-8', productId: '8', type: 'price', revision: 4 }));

  for (const body of [text, html]) {
    for (const link of ['mute-imageMissing-7', 'done-imageMissing-7-3', 'mute-price-8', 'done-price-8-4']) {
      expect(body).toContain(`https://watch.example/mail-action#${link}`);
    }
    expect(body).toContain('instant alerts are on for ada@example.test');
    expect(body).toContain('#unsubscribe-alerts');
  }
  expect(headers).toHaveProperty('List-Unsubscribe');
});

const risk = (low: number, high: number) => ({
  money: { currency: 'USD', low: low * 100, high: high * 100 },
  daysLeft: 0,
  wastedAds: 0,
});
const plain = (text: string): string => text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ');

test.each(['SIMPLE', 'DETAILED'] as const)(
  'a %s mail says in its body what is at risk, as the estimate that it is',
  (alertSubject) => {
    const { subject, text, html } = mailTo({ alertSubject }, [news({ risk: risk(430, 780) })]);

    expect(plain(text)).toContain('At risk: about $430 – $780 a day, an estimate');
    expect(plain(html)).toMatch(/At risk, an estimate<br \/><b[^>]*>about \$430 – \$780 a day</);
    expect(subject).not.toContain('$');
  },
);

test('unknown money at risk is not mentioned, nor is that of improvements', () => {
  for (const one of [news(), news({ colour: 'GREEN', risk: risk(640, 640) })]) {
    const { text, html } = mail(one);
    expect(`${text}${html}`).not.toMatch(/at risk|\$640/i);
  }
});

test('several are summed up once for each product, by the rules of the head of the dashboard', () => {
  const all = [
    news({ risk: risk(600, 600) }),
    news({ type: 'lostBuybox', risk: risk(500, 500) }),
    news({ productId: '8', risk: risk(40, 40) }),
    news({ productId: '9' }),
  ];

  for (const body of [mail(...all).text, mail(...all).html]) {
    expect(body).toContain('Since 09:00. About $640 a day is at risk. What one of them costs is not known.');
  }
});

test('an improvement can be muted, and cannot be marked as done', () => {
  const { html } = mail(news({ colour: 'GREEN' }));

  expect(html).toContain('Mute 24 h');
  expect(html).not.toMatch(/Mark done|What to do/);
});

test('fewer like this turns off what the mail is about; of several kinds the settings are shown', () => {
  expect(mail(news(), news({ productId: '8' })).html).toContain('#fewer-imageMissing-RED');
  expect(mail(news(), news({ type: 'price' })).html).not.toContain('#fewer-');
});

test('times are those of the address', () => {
  const { text } = mail(news({ at: new Date('2026-11-20T23:30:00Z') }));

  expect(text).toContain('Since Saturday 21 November, 00:30');
  expect(text).toContain('Times are Berlin time.');
});

test.each([
  ['2026-01-15T10:00:00Z', 'Thursday 15 January, 11:00', 'UTC+1'],
  ['2026-07-15T10:00:00Z', 'Wednesday 15 July, 12:00', 'UTC+2'],
])('an address without a time zone reads at %s the offset that its times have then', (at, since, offset) => {
  const clock = { timeZone: null, offsetMinutes: 60, adjustsToDst: true, region: 'EU' } as const;

  const { text, html } = mailTo({ clock }, [news({ at: new Date(at) })]);

  expect(text).toContain(`Since ${since}`);
  for (const body of [text, html]) expect(body).toContain(`Times are ${offset}.`);
});

test('a time zone that is an offset is called by that offset, not by its name, which counts to the west', () => {
  const clock = { timeZone: 'Etc/GMT+5', offsetMinutes: -300, adjustsToDst: false, region: 'NA' } as const;

  const { text } = mailTo({ clock }, [news({ at: new Date('2026-01-15T10:00:00Z') })]);

  expect(text).toContain('Since Thursday 15 January, 05:00');
  expect(text).toContain('Times are UTC−5.');
});

test('a flood is one mail that names its members, worst first, with their numbers', () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    news({
      productId: String(index + 1),
      productName: `Product ${index + 1}`,
      ...(index % 3 === 0 ? {} : { type: 'price', colour: 'AMBER' as const }),
    }),
  );

  const { subject, text, html } = mail(...many);

  expect(subject).toMatch(/, and 59 more$/);
  expect(html).toContain('20 alerts, 40 warnings');
  expect(html).toContain('57 more');
  for (const { productId, productName } of many) {
    expect(html).toContain(`#pdet-${productId}"`);
    expect(text).toContain(`${productName} (US`);
  }
  expect(html.indexOf('Main image missing')).toBeLessThan(html.indexOf('Price changed'));
});

test('a mail about thousands of alerts stays below the size at which inboxes cut', () => {
  const many = Array.from({ length: 5000 }, (_, index) => news({ productId: String(index + 1) }));

  const { html, text } = mail(...many);

  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  expect(html).toContain('and 4,757 more');
  expect(text).toContain('And 2,800 more: https://watch.example/home');
});

test('the keywords of a product that a mail only names are told apart by their phrases', () => {
  const phrases = Array.from({ length: 12 }, (_, index) => `pan ${index}`);
  const { text, html } = mail(...phrases.map((keyword) => news({ type: 'keyword', keyword })));

  expect(html).toContain('Cast-iron skillet 26 cm, “pan 11”, US');
  expect(html).not.toContain('Cast-iron skillet 26 cm, US</a');
  const over = mail(...phrases.map((keyword) => news({ type: 'keyword', keyword, isOver: true })));
  expect(over.text).toContain('Cast-iron skillet 26 cm, “pan 3” (US)');
  expect(text).toContain('12 alerts');
});
