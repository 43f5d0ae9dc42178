import { html } from '../../../lib/mail/html.ts';
import { mailPage } from '../../../lib/mail/layout.ts';
import type { Mail } from '../../../lib/mail/mailer.ts';
import { button, heading, paragraph } from '../../../lib/mail/parts.ts';

interface Verification {
  readonly email: string;
  readonly url: string;
}

const subject = 'Verify your e-mail address';
const reason = 'Watchpost sends alerts about your products to this address once you have verified that it is yours.';
const otherwise = 'If you did not ask for this, you need not do anything. The link works for two days.';

export const verificationMail = ({ email, url }: Verification): Omit<Mail, 'messageId'> => ({
  to: email,
  subject,
  text: `${subject}\n\n${reason}\n\n${url}\n\n${otherwise}\n`,
  html: mailPage({
    title: subject,
    preview: reason,
    rows: [heading(subject), paragraph(reason), button({ label: 'Verify this address', url }), paragraph(otherwise)],
    footer: html`You get this because somebody entered ${email} at Watchpost.`,
  }),
});
