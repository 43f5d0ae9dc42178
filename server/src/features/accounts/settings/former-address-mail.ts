import { composeLetter, type MailContent } from '../../../lib/mail/letter.ts';

interface AddressReplacement {
  readonly former: string;
  readonly present: string;
  /** The e-mail of the person who replaced the address. */
  readonly changedBy: string;
  readonly publicUrl: string;
}

/** Composes the mail that informs a user at the former address that the user now logs in with another address. */
export const formerAddressMail = ({ former, present, changedBy, publicUrl }: AddressReplacement): MailContent =>
  composeLetter(former, {
    subject: 'Your log-in has another address now',
    paragraphs: [
      `${changedBy} has changed the address with which you log in to Watchpost from ${former} to ${present}.`,
      `Your password is the same. ${former} logs in no more, and gets no more alerts. ${present} gets alerts once it is verified.`,
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    otherwise: `If you did not expect this, ask ${changedBy} about it.`,
    why: `You get this because ${former} logged in at Watchpost until now.`,
  });
