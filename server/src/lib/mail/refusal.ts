/** As nodemailer says that the mail server has refused something. */
interface SmtpError extends Error {
  readonly responseCode: number;
  readonly response?: unknown;
  readonly command?: unknown;
}

const isSmtpError = (error: unknown): error is SmtpError =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number';

const mostLetters = 300;

/** What is kept of a failure, and shown. A mail server may repeat what stood in the mail: its links open doors. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? withoutLinks(error.message) : 'no reason given';

const withoutLinks = (text: string): string => text.replaceAll(/\bhttps?:\/\/\S+/gi, '(a link)');

/**
 * What the mail server said of the address, when it will never take mail for it; `null` for anything else. RFC 3463: of
 * the permanent failures only those of the address (5.1) and a mailbox that is shut down (5.2.1) are the address's; a
 * full mailbox, a policy or a filter that takes us for spam are not.
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
