/** The oldest mails are dropped beyond this number, so that a long-running demo does not fill the memory. */
const capacity = 2000;

/** A file attached to a mail, except inline pictures of the HTML body. */
export interface CaughtFile {
  name: string;
  type: string;
  bytes: Buffer;
}

export interface CaughtMail {
  id: string;
  /** The recipients of the SMTP envelope, joined by ", ". */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** The time of receipt in ISO 8601. */
  date: string;
  /** All headers by lower-case name, and the message id as `messageId`. */
  headers: Readonly<Record<string, string>>;
  files: readonly CaughtFile[];
}

export interface Inbox {
  add(mail: CaughtMail): void;
  newestFirst(): readonly CaughtMail[];
  clear(): void;
}

export function createInbox(): Inbox {
  let mails: readonly CaughtMail[] = [];
  return {
    add: (mail) => void (mails = [mail, ...mails].slice(0, capacity)),
    newestFirst: () => mails,
    clear: () => void (mails = []),
  };
}
