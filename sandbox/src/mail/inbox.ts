/** A demo left running overnight must not fill the memory. */
const capacity = 2000;

export interface CaughtMail {
  id: string;
  /** Who got it by the envelope, joined by ", ". */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** When it was caught, ISO 8601. */
  date: string;
  /** Every header by its lower-case name, and the message's own id. */
  headers: Readonly<Record<string, string>>;
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
