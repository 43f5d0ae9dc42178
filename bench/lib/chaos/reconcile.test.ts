import { expect, test } from 'vitest';
import type { CaughtMail, LedgerEntry } from '../house/marketplace.ts';
import { reconcile, type RedFlip } from './reconcile.ts';

const happened = (type: string, detail: Record<string, unknown> = {}): LedgerEntry => ({
  id: 1,
  at: '2026-11-20T12:00:00.000Z',
  kind: 'event',
  type,
  asin: 'B0PAN',
  marketplace: 'US',
  detail,
});

const flip = (type: string, second: number): RedFlip => ({
  productId: '7',
  asin: 'B0PAN',
  marketplace: 'US',
  type,
  about: null,
  isNotOwed: false,
  at: new Date(Date.parse('2026-11-20T12:00:00.000Z') + second * 1000),
});

const mail = (messageId: string, ...headlines: string[]): CaughtMail => ({
  text: headlines.map((headline) => `Alert: ${headline}\nPan\nhttp://watchpost.test/home#pdet-7`).join('\n\n'),
  date: '2026-11-20T12:00:03.000Z',
  headers: { messageId },
});

test('an event with one flip and one mail is neither lost nor doubled', () => {
  const found = reconcile({
    ledger: [happened('buyBoxLost')],
    flips: [flip('lostBuybox', 2)],
    mails: [mail('<1>', 'Buy box lost')],
  });

  expect(found).toMatchObject({ events: 1, flips: 1, lost: [], doubled: [], unnamed: [], mails: 1, mailsRepeated: 0 });
  expect(found.delays).toEqual([{ type: 'lostBuybox', ms: 2000 }]);
});

test('an event without a flip is reported as lost', () => {
  expect(reconcile({ ledger: [happened('imageRemoved')], flips: [], mails: [] }).lost).toEqual([
    'B0PAN US imageMissing',
  ]);
});

test('a second flip for one event is reported as doubled', () => {
  const ledger = [happened('priceChanged', { from: 10, to: 8 }), happened('priceChanged', { from: 8, to: 10 })];

  const found = reconcile({ ledger, flips: [flip('price', 1), flip('price', 2)], mails: [] });

  expect(found).toMatchObject({ events: 1, flips: 2, doubled: ['B0PAN US price'], lost: [] });
});

test('a flip that is in no mail is reported, and a mail that arrived twice counts once', () => {
  const found = reconcile({
    ledger: [happened('buyBoxLost'), happened('buyBoxLost')],
    flips: [flip('lostBuybox', 1), flip('lostBuybox', 2)],
    mails: [mail('<1>', 'Buy box lost'), mail('<1>', 'Buy box lost')],
  });

  expect(found).toMatchObject({ unnamed: ['Alert: Buy box lost #pdet-7'], mails: 1, mailsRepeated: 1 });
});

test('a flip of a kind whose mail is off needs no mail', () => {
  const ledger = [happened('priceChanged', { from: 10, to: 8 })];

  expect(reconcile({ ledger, flips: [flip('price', 1)], mails: [] })).toMatchObject({ mailed: 0, unnamed: [] });
});

test('a flip whose mail was dropped is owed to nobody', () => {
  const flips = [{ ...flip('numberOfSellers', 1), isNotOwed: true }];

  expect(reconcile({ ledger: [happened('sellerJoined')], flips, mails: [] })).toMatchObject({ lost: [], unnamed: [] });
});
