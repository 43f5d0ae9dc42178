import { composeLetter, type MailContent } from '../../../../lib/mail/letter.ts';
import type { NoticeKind } from '../../outbox/notice.ts';

interface Notice {
  readonly kind: NoticeKind;
  readonly email: string;
  /** The name of the address, channel, seller account or connection. */
  readonly subject: string;
  readonly reason: string;
  readonly publicUrl: string;
}

interface NoticeWords {
  readonly headline: (subject: string, reason: string) => string;
  readonly paragraphs: (subject: string, reason: string) => readonly string[];
}

const stoppedHeadline = (subject: string): string => `Watchpost has stopped sending to ${subject}`;

const wordsOf: Readonly<Record<NoticeKind, NoticeWords>> = {
  addressStopped: {
    headline: stoppedHeadline,
    paragraphs: (subject, reason) => [
      `Mail to ${subject} is permanently refused, so Watchpost no longer sends mail there.`,
      `The reason given was: ${reason}`,
      'Correct the address in the settings, or have it verified again there. Until then it gets no alerts.',
    ],
  },
  channelStopped: {
    headline: stoppedHeadline,
    paragraphs: (subject, reason) => [
      `The channel ${subject} no longer accepts messages, so Watchpost has stopped sending to it.`,
      `The reason: ${reason}`,
      'Correct its address in the settings, or switch it on again there. Messages that were waiting for it are dropped.',
    ],
  },
  hookEnded: {
    headline: stoppedHeadline,
    paragraphs: (subject, reason) => [
      `${subject} no longer accepts messages, so Watchpost has ended it. Messages that were waiting for it are dropped.`,
      `The reason: ${reason}`,
      'The settings do not list this hook, because a program has subscribed it. Let the program subscribe it again: in Zapier, switch the Zap off and on.',
    ],
  },
  authorizationLost: {
    headline: (subject) => `Please authorize ${subject} again`,
    paragraphs: (subject, reason) => [
      `Amazon no longer lets Watchpost read the seller account ${subject}: the permission was taken back, or it has expired.`,
      `Nothing of this account is checked until it is authorized again. Amazon's answer was: ${reason}`,
      'Open the settings and press Re-Authorize beside the account. The checks go on at once then.',
    ],
  },
  authorizationExpires: {
    headline: (subject, day) => `Please authorize ${subject} again before ${day}`,
    paragraphs: (subject, day) => [
      `Amazon lets Watchpost read a seller account for a year. For ${subject} the year ends on ${day}; after that nothing of it is checked.`,
      'Open the settings and press Re-Authorize beside the account: it takes a minute, and nothing is interrupted.',
    ],
  },
  connectionBroken: {
    headline: (subject) => `The connection to ${subject} does not work`,
    paragraphs: (subject, reason) => [
      `Watchpost cannot reach ${subject} any more, so nothing is exchanged with it.`,
      `The reason: ${reason}`,
      'Open the settings and look at the connections there. You get no further mail about this until it has worked again.',
    ],
  },
};

export const isNoticeKind = (kind: string | null): kind is NoticeKind => kind !== null && Object.hasOwn(wordsOf, kind);

export const noticeMail = ({ kind, email, subject, reason, publicUrl }: Notice): MailContent =>
  composeLetter(email, {
    subject: wordsOf[kind].headline(subject, reason),
    paragraphs: wordsOf[kind].paragraphs(subject, reason),
    action: { label: 'Open the settings', url: `${publicUrl}/settings` },
    why: `You get this because ${email} owns this account. Replying to this mail changes nothing.`,
  });

interface Test {
  readonly email: string;
  readonly publicUrl: string;
}

export const testMail = ({ email, publicUrl }: Test): MailContent =>
  composeLetter(email, {
    subject: 'Test: alerts of Watchpost reach this address',
    paragraphs: [
      `Somebody in your account has sent this test to ${email}. Since you can read it, alerts will reach you here too.`,
      'If it arrived as spam, mark it as not spam: alerts come from the same sender.',
    ],
    action: { label: 'Open Watchpost', url: `${publicUrl}/home` },
    why: `You get this because a test was sent to ${email} in the settings of Watchpost.`,
  });
