/** The error by which nodemailer reports a refusal of the mail server. */
interface SmtpError extends Error {
  readonly responseCode: number;
  readonly response?: unknown;
  readonly command?: unknown;
}

const isSmtpError = (error: unknown): error is SmtpError =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number';

const mostLetters = 300;

/**
 * The stored and shown reason of a failed delivery. Links are removed, because a mail server may quote the mail and
 * its links act without a login.
 */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? withoutLinks(error.message) : 'no reason given';

const withoutLinks = (text: string): string => text.replaceAll(/\bhttps?:\/\/\S+/gi, '(a link)');

/** SMTP's answer of a server that is closing its connection and takes no mail now (RFC 5321). */
const notAvailable = 421;

/** The commands that name a mail. A refusal of any other, such as a log-in, concerns all mails. */
const commandsOfMail: readonly unknown[] = ['MAIL FROM', 'RCPT TO', 'DATA'];

/** True if the mail server did not answer, does not let us in, or takes no mail at all at the moment. */
export const isServerAway = (error: unknown): boolean =>
  !isSmtpError(error) || error.responseCode === notAvailable || !commandsOfMail.includes(error.command);

/**
 * The answer of the mail server when it will never accept mail for this address; `null` for any other error. RFC 3463:
 * among permanent failures only a bad address (5.1) and a disabled mailbox (5.2.1) concern the address itself; a full
 * mailbox, a policy or a spam filter do not.
 */
export function refusalOfAddress(error: unknown): string | null {
  if (!isSmtpError(error) || error.command !== 'RCPT TO') return null;
  const said = typeof error.response === 'string' ? error.response : '';
  const extended = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(said)?.[1];
  const isForGood = extended
    ? /^5\.1\.|^5\.2\.1$|^5\.0\.0$/.test(extended)
    : [550, 551, 553].includes(error.responseCode);
  return isForGood
    ? withoutLinks(said || `The mail server answered ${error.responseCode}`).slice(0, mostLetters)
    : null;
}
