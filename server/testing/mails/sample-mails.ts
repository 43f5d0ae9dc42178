import type { Colour } from '@app/shared/base/severity.ts';
import { firstLook, type NewsIncident } from '@app/shared/world/incident-text.ts';
import type { IssueRisk } from '@app/shared/world/issues/issue-risk.ts';
import { verificationMail } from '../../src/features/accounts/verification/verification-mail.ts';
import { invitationMail, resetMail } from '../../src/features/auth/mails/password-mails.ts';
import { formerAddressMail } from '../../src/features/accounts/settings/former-address-mail.ts';
import { securityMail, securityNews, type SecurityNews } from '../../src/features/auth/mails/security-mail.ts';
import { alertMail } from '../../src/features/delivering/composing/alert/mail/alert-mail.ts';
import type { AlertNews, Reader } from '../../src/features/delivering/composing/alert/alert-mail-input.ts';
import { noticeMail, testMail } from '../../src/features/delivering/composing/notice/notice-mail.ts';
import { ticketMail } from '../../src/features/support/ticket-mail.ts';
import { sampleBillingMails } from './sample-billing-mails.ts';
import { sampleDigests } from './sample-digests.ts';
import * as sample from './sample-words.ts';
import type { SampleMail, SampleTexts } from './sample-words.ts';

const { before, clock, email, links, names, now, pictureOf, pictures, publicUrl, said } = sample;
const url = `${publicUrl}/verifyemail#0c6f0f3e-6f0e-4b0e-9a3c-0d6f1f1f1f1f.token`;

/**
 * Every mail that Watchpost sends, with the given text in place of every text from outside. For tests about all mails,
 * and for screenshots.
 */
export const sampleMails = (texts: SampleTexts = {}): ReadonlyMap<string, SampleMail> =>
  new Map<string, SampleMail>([
    ...alertsOf(texts),
    ...sampleDigests(texts),
    ...accountMailsOf(texts),
    ...sampleBillingMails(texts),
  ]);

function alert(given: Partial<Reader>, all: readonly AlertNews[]): SampleMail {
  const reader: Reader = { email, clock, alertSubject: 'DETAILED', isCollected: false, ...given };
  return alertMail({ reader, links, publicUrl, news: all, pictures });
}

function alertsOf(texts: SampleTexts): [string, SampleMail][] {
  const news = newsOf(texts);
  return [
    ['alert', alert({}, [news('lostBuybox', 'RED')])],
    ['alert-without-picture', alert({}, [news('inventory', 'RED', 3)])],
    ['warning', alert({}, [news('starRatingRecentChange', 'AMBER')])],
    ['improvement', alert({}, [news('lostBuybox', 'GREEN')])],
    [
      'collected',
      alert({ isCollected: true, alertSubject: 'SIMPLE' }, [
        news('searchBan', 'RED'),
        news('price', 'AMBER', 3),
        news('lostBuybox', 'GREEN', 2),
      ]),
    ],
    ['incident', alert({}, membersOf(news, { cause: 'seller A2UKR47RHS0DCY', isConfirmed: true }))],
    ['first-look', alert({}, membersOf(news, { cause: firstLook, isConfirmed: true }))],
    [
      'flood',
      alert(
        {},
        Array.from({ length: 90 }, (_, index) =>
          news(['searchBan', 'lostBuybox', 'noAddToCart'][index % 3] ?? '', 'RED', index),
        ),
      ),
    ],
  ];
}

/** Twenty-four members of one incident. */
function membersOf(news: ReturnType<typeof newsOf>, cause: Pick<NewsIncident, 'cause' | 'isConfirmed'>): AlertNews[] {
  const types =
    cause.cause === firstLook ? ['searchBan', 'lostBuybox', 'inventory', 'starRatingRecentChange'] : ['lostBuybox'];
  return Array.from({ length: 24 }, (_, index) => ({
    ...news(
      types[Math.floor(index / 4) % types.length] ?? '',
      index % 7 === 3 && types.length > 1 ? 'AMBER' : 'RED',
      index,
    ),
    incident: { incidentId: '7', ...cause },
  }));
}

const isSecurityNews = (name: string): name is SecurityNews => name in securityNews;

function accountMailsOf(texts: SampleTexts): [string, SampleMail][] {
  const stopped = { email, reason: texts.said ?? '550 5.1.1 No such user here', publicUrl };
  const browser = texts.said ?? 'Firefox on Windows';
  const ticket = {
    email: 'ada@brightkeel.example',
    subject: texts.product ?? 'A price is wrong',
    body: texts.said ?? 'The price of my kettle is not $12.\n\n  It is $21.\n\nCould you have a look?',
    category: 'issue',
    asin: 'B09M3QT7LD',
    marketplace: 'US',
  } as const;
  const actor = { email, tenantId: '0c6f0f3e-6f0e-4b0e-9a3c-0d6f1f1f1f1f' };
  return [
    ['verification', verificationMail({ email, url })],
    ['password', resetMail({ email, url })],
    [
      'former-address',
      formerAddressMail({
        former: email,
        present: 'ada@castline.example',
        changedBy: 'bob@brightkeel.example',
        publicUrl,
      }),
    ],
    ['invitation', invitationMail({ email, url, invitedBy: texts.said ?? 'Ada Lovelace' })],
    ...Object.keys(securityNews)
      .filter(isSecurityNews)
      .map((news): [string, SampleMail] => [
        `security-${news}`,
        securityMail({ email, news, browser, at: now, publicUrl }),
      ]),
    ['stopped-address', noticeMail({ ...stopped, kind: 'addressStopped', subject: 'bob@brightkeel.example' })],
    ['stopped-channel', noticeMail({ ...stopped, kind: 'channelStopped', subject: texts.product ?? 'Pager' })],
    ['ended-hook', noticeMail({ ...stopped, kind: 'hookEnded', subject: 'Hook at hooks.zapier.com' })],
    [
      'authorization-lost',
      noticeMail({ ...stopped, kind: 'authorizationLost', subject: texts.product ?? 'Brightkeel US' }),
    ],
    [
      'authorization-expires',
      noticeMail({
        ...stopped,
        kind: 'authorizationExpires',
        subject: texts.product ?? 'Brightkeel US',
        reason: '14 June 2027',
      }),
    ],
    [
      'connection-broken',
      noticeMail({ ...stopped, kind: 'connectionBroken', subject: texts.product ?? 'Google Sheets' }),
    ],
    ['ticket', ticketMail(ticket, actor)],
    ['ticket-feature', ticketMail({ ...ticket, category: 'new_feature' }, actor)],
    ['test', testMail({ email, publicUrl })],
  ];
}

/** A certain risk, an uncertain one, and one that begins later. */
const risks: Readonly<Record<string, IssueRisk>> = {
  lostBuybox: { money: { currency: 'USD', low: 60_000, high: 68_000 }, daysLeft: 0, wastedAds: 0 },
  searchBan: { money: { currency: 'USD', low: 43_000, high: 78_000 }, daysLeft: 0, wastedAds: 0 },
  inventory: { money: { currency: 'USD', low: 35_000, high: 35_000 }, daysLeft: 4, wastedAds: 0 },
};

const newsOf =
  (texts: SampleTexts) =>
  (type: string, colour: Colour, index = 0): AlertNews => {
    const better = {
      from: 'Castline Direct $31.49',
      to: 'You $34.90',
      message: 'You have the buy box again, at $34.90',
    };
    const words =
      colour === 'GREEN' ? better : (said[type] ?? { from: null, to: null, message: 'It happened a moment ago' });
    return {
      type,
      colour,
      at: before(0.2),
      message: texts.said ?? words.message,
      from: texts.said ?? words.from,
      to: texts.said ?? words.to,
      evidence: [{ label: 'Offers', value: texts.said ?? '3 new, the lowest from Castline Direct' }],
      itemId: `${type}-${index + 1}`,
      revision: 3,
      productId: String(index + 1),
      productName: texts.product ?? names[index % names.length] ?? '',
      asin: 'B09M3QT7LD',
      marketplace: 'US',
      sellerAccountName: texts.product ?? 'Brightkeel US',
      imageUrl: pictureOf(index),
      risk: risks[type] ?? null,
      incident: null,
      relation: null,
      isOver: false,
    };
  };
