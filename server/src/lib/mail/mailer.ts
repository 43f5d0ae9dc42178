import { createTransport } from 'nodemailer';
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
  /** Resolves when the mail server has taken the mail; rejects when it did not. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** How long a mail server may keep us waiting. */
const timeoutMs = 15_000;

export function smtpMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    async send(mail) {
      const attachments = (mail.attachments ?? []).map((one) => ({
        ...one,
        // Programs that list it all the same need a name for it.
        filename: `picture.${one.contentType.replace(/^image\//, '')}`,
        contentDisposition: 'inline' as const,
      }));
      const headers = { ...mail.headers };
      await transport.sendMail({ from, ...mail, subject: oneLine(mail.subject), headers, attachments });
    },
    close: () => transport.close(),
  };
}
