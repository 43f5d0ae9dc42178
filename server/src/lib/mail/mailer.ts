import { lazily } from '../lazily.ts';
import { leaveProcess } from '../leave-process.ts';
import { onDemand } from '../on-demand.ts';
import { oneLine } from './one-line.ts';

/** A picture that the HTML shows by `cid:`. */
interface InlinePicture {
  readonly cid: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A file that mail programs offer for saving. */
interface AttachedFile {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Stays the same when a mail is sent again after a crash. */
  readonly messageId: string;
  /** The id of the first mail about the same incident. */
  readonly inReplyTo?: string;
  readonly references?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address for replies, if it is not the sender's. */
  readonly replyTo?: string;
  readonly attachments?: readonly InlinePicture[];
  readonly files?: readonly AttachedFile[];
  readonly textEncoding?: 'base64';
}

export interface Mailer {
  /**
   * Resolves when the mail server has accepted the mail. Rejects when the server refuses it or does not answer, and at
   * once when the signal fires.
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
  close(): void;
}

interface MailerConfig {
  readonly url: string;
  readonly from: string;
  /** Maximum number of open connections to the mail server, and therefore of mails sent at the same time. */
  readonly connections: number;
}

const nodemailer = onDemand(() => import('nodemailer'));

/**
 * Limits of a single step. The signal limits the whole, because a server that sends its answer byte by byte never
 * reaches an idle limit.
 */
const stepTimeoutMs = 15_000;

export function smtpMailer({ url, from, connections }: MailerConfig): Mailer {
  const transport = lazily(async () => {
    const { createTransport } = await nodemailer();
    return createTransport({
      url,
      pool: true,
      maxConnections: connections,
      connectionTimeout: stepTimeoutMs,
      greetingTimeout: stepTimeoutMs,
      socketTimeout: stepTimeoutMs,
    });
  });
  return {
    async send(mail, signal) {
      leaveProcess('The mail server');
      const { files = [], ...rest } = mail;
      const attachments = [...(mail.attachments ?? []).map(inline), ...files];
      const headers = { ...mail.headers };
      const subject = oneLine(mail.subject);
      await (await transport.get()).sendMail({ from, ...rest, subject, headers, attachments, signal });
    },
    close: () => transport.ifCreated((one) => one.close()),
  };
}

/** Some mail programs list inline pictures as attachments and need a file name. */
const inline = (picture: InlinePicture) => ({
  ...picture,
  filename: `picture.${picture.contentType.replace(/^image\//, '')}`,
  contentDisposition: 'inline' as const,
});
