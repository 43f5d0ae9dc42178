import { createTransport } from 'nodemailer';
import { leaveProcess } from '../outside.ts';
import { oneLine } from './one-line.ts';

/** A picture that the HTML shows by `cid:`. */
interface Attachment {
  readonly cid: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Stable: a mail that is sent again after a crash has the same one. */
  readonly messageId: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whom an answer goes to, where that is not the sender. */
  readonly replyTo?: string;
  readonly attachments?: readonly Attachment[];
  readonly textEncoding?: 'base64';
}

export interface Mailer {
  /** Resolves when the mail server has taken the mail; rejects when it did not, and at once when the signal fires. */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  close(): void;
}

export interface MailerConfig {
  readonly url: string;
  readonly from: string;
  /** Connections to the mail server that are kept open; as many mails are under way at the same time. */
  readonly connections: number;
}

/** Limits of one step. The signal limits the whole: a server that drips its answers never idles for so long. */
const stepTimeoutMs = 15_000;

export function smtpMailer({ url, from, connections }: MailerConfig): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs,
  });
  return {
    async send(mail, signal) {
      leaveProcess('The mail server');
      const attachments = (mail.attachments ?? []).map((one) => ({
        ...one,
        // Programs that list it all the same need a name for it.
        filename: `picture.${one.contentType.replace(/^image\//, '')}`,
        contentDisposition: 'inline' as const,
      }));
      const headers = { ...mail.headers };
      await transport.sendMail({ from, ...mail, subject: oneLine(mail.subject), headers, attachments, signal });
    },
    close: () => transport.close(),
  };
}
