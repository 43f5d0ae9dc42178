import { html } from '../../../lib/mail/html.ts';
import { mailPage } from '../../../lib/mail/layout.ts';
import type { Mail } from '../../../lib/mail/mailer.ts';
import { oneLine } from '../../../lib/mail/one-line.ts';
import { button, heading, paragraph } from '../../../lib/mail/parts.ts';

interface LetterContent {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  /** The text below the button. */
  readonly otherwise: string;
  readonly why: string;
}

export type MailContent = Omit<Mail, 'messageId'>;

/** Composes a mail with one message and one link, as HTML and as text. */
export function composeLetter(to: string, { subject, paragraphs, action, otherwise, why }: LetterContent): MailContent {
  return {
    to,
    subject: oneLine(subject),
    text: `${[subject, ...paragraphs, `${action.label}: ${action.url}`, otherwise, why].join('\n\n')}\n`,
    html: mailPage({
      title: subject,
      preview: paragraphs[0] ?? subject,
      rows: [heading(subject), ...paragraphs.map(paragraph), button(action), paragraph(otherwise)],
      footer: html`${why}`,
    }),
  };
}

interface LinkMail {
  readonly email: string;
  readonly url: string;
}

export const resetMail = ({ email, url }: LinkMail): MailContent =>
  composeLetter(email, {
    subject: 'Choose a new password',
    paragraphs: ['Somebody, hopefully you, has asked for a new password for your Watchpost account.'],
    action: { label: 'Choose a new password', url },
    otherwise:
      'The link works once, for one hour. If you did not ask for this, you need not do anything: your password stays as it is.',
    why: `You get this because somebody entered ${email} at Watchpost.`,
  });

export const invitationMail = ({ email, url, invitedBy }: LinkMail & { readonly invitedBy: string }): MailContent =>
  composeLetter(email, {
    subject: `${invitedBy} invites you to Watchpost`,
    paragraphs: [
      `${invitedBy} has added you as a user: you can see how their products do, and are told when something happens to them.`,
      `You log in with ${email}. Choose a password to begin.`,
    ],
    action: { label: 'Choose a password', url },
    otherwise: 'The link works once, for seven days. If you do not know who invites you, you need not do anything.',
    why: `You get this because ${invitedBy} entered ${email} at Watchpost.`,
  });
