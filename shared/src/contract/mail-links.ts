import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { nothing } from './shapes.ts';

/**
 * Additions: actions that a link in a mail performs without a log-in. Each link is signed for one purpose, one address
 * and one item, and expires. Mail scanners open links, so the page behind a link first only describes the action.
 */
export const mailLinkPurposes = ['mute', 'done', 'fewer', 'unsubscribe'] as const;
export type MailLinkPurpose = (typeof mailLinkPurposes)[number];
/** The kinds of mail that can be unsubscribed from, one by one. */
export const mailScopes = ['alerts', 'digest', 'newsletter'] as const;
export type MailScope = (typeof mailScopes)[number];

const token = z.string().check(z.minLength(1), z.maxLength(1000));

const mailLinkShape = z.object({
  purpose: z.enum(mailLinkPurposes),
  /** The address to which the mail was sent. */
  email: z.string(),
  scope: z.nullable(z.enum(mailScopes)),
  /**
   * The item that is muted, marked done or alerted about less, in four fields: "Buy box lost", "Cast-iron skillet 26
   * cm", "US", "Alert".
   */
  headline: z.nullable(z.string()),
  productName: z.nullable(z.string()),
  marketplace: z.nullable(z.string()),
  level: z.nullable(z.string()),
  /** When the link was last used; null if it was not. */
  usedAt: z.nullable(z.iso.datetime()),
  /** Until when the item is muted once a link that mutes was followed; null for other links. */
  mutedUntil: z.nullable(z.iso.datetime()),
  /** Whether the item is muted for longer than the link mutes it, so that the link changes nothing. */
  isMutedLonger: z.boolean(),
});
export type MailLink = z.output<typeof mailLinkShape>;

export const describeMailLink = endpoint({
  method: 'POST',
  path: '/api/mail/describe',
  summary: 'The effect of a link in a mail; changes nothing',
  access: 'public',
  body: z.object({ token }),
  response: mailLinkShape,
  errors: ['badRequest', 'mailLinkExpired', 'notFound'],
  quiet: true,
});

export const followMailLink = endpoint({
  method: 'POST',
  path: '/api/mail/action',
  summary: 'Performs the action of a link in a mail; a second call changes nothing',
  access: 'public',
  body: z.object({ token }),
  response: mailLinkShape,
  errors: ['badRequest', 'mailLinkExpired', 'mailLinkOvertaken', 'issueStatusLocked', 'notFound'],
  quiet: true,
});

/**
 * RFC 2369: a mail program without one-click unsubscribing opens the address of the List-Unsubscribe header. Answers with
 * a redirect to the page that asks for confirmation, because mail scanners open addresses too.
 */
const openUnsubscribePage = endpoint({
  method: 'GET',
  path: '/api/mail/unsubscribe',
  summary: 'Shows the page on which an address is unsubscribed; changes nothing',
  access: 'public',
  query: z.object({ token }),
  response: z.void(),
  errors: ['badRequest'],
  raw: true,
});

/** RFC 8058: mail programs post a form to this call without cookies, so it needs no CSRF header. */
export const unsubscribeByMail = endpoint({
  method: 'POST',
  path: '/api/mail/unsubscribe',
  summary: 'Unsubscribes an address in one click, as the List-Unsubscribe header of the mail names it',
  access: 'public',
  query: z.object({ token }),
  response: nothing,
  errors: ['badRequest', 'mailLinkExpired', 'notFound'],
  withoutCsrf: true,
  quiet: true,
});

export const mailLinkCalls = { describeMailLink, followMailLink, openUnsubscribePage, unsubscribeByMail } as const;
