import { composeLetter, type MailContent } from '../../../lib/mail/letter.ts';

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
