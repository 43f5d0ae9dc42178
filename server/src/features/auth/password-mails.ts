import { html } from '../../lib/mail/html.ts';
import { mailPage } from '../../lib/mail/layout.ts';
import type { Mail } from '../../lib/mail/mailer.ts';
import { oneLine } from '../../lib/mail/one-line.ts';
import { button, heading, paragraph } from '../../lib/mail/parts.ts';

interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly url: string };
  /** Below the button. */
  readonly otherwise: string;
  readonly why: string;
}

export type Written = Omit<Mail, 'messageId'>;

/** A mail that says one thing and leads to one place, as HTML and as text. */
export function letter(to: string, { subject, paragraphs, action, otherwise, why }: Letter): Written {
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

interface Given {
  readonly email: string;
  readonly url: string;
}

export const resetMail = ({ email, url }: Given): Written =>
  letter(email, {
    subject: 'Choose a new password',
    paragraphs: ['Somebody, hopefully you, has asked for a new password for your Watchpost account.'],
    action: { label: 'Choose a new password', url },
    otherwise:
      'The link works once, for one hour. If you did not ask for this, you need not do anything: your password stays as it is.',
    why: `You get this because somebody entered ${email} at Watchpost.`,
  });

export const invitationMail = ({ email, url, invitedBy }: Given & { readonly invitedBy: string }): Written =>
  letter(email, {
    subject: `${invitedBy} invites you to Watchpost`,
    paragraphs: [
      `${invitedBy} has added you as a user: you can see how their products do, and are told when something happens to them.`,
      `You log in with ${email}. Choose a password to begin.`,
    ],
    action: { label: 'Choose a password', url },
    otherwise: 'The link works once, for seven days. If you do not know who invites you, you need not do anything.',
    why: `You get this because ${invitedBy} entered ${email} at Watchpost.`,
  });
