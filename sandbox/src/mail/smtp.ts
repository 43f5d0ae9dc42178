import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { portOf } from '../http/listener.ts';
import type { CaughtFile, CaughtMail, Inbox } from './inbox.ts';
import type { MailFaults } from './mail-faults.ts';

interface SmtpDeps {
  inbox: Inbox;
  faults: MailFaults;
  clock: { now(): Date };
  newId: () => string;
}

export interface SmtpCatcher {
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

/** An SMTP server that accepts mails to any address and stores them in the inbox without delivering them. */
export function createSmtpCatcher(deps: SmtpDeps): SmtpCatcher {
  const server = new SMTPServer({
    authOptional: true,
    // NOTE: the certificate would be self-signed, and clients that are offered STARTTLS reject self-signed
    // certificates.
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    onConnect: (_session, done) => done(deps.faults.consume('smtpDown') ? refusal(421, 'Service not available') : null),
    onRcptTo: ({ address }, _session, done) => done(refusalOf(address, deps.faults)),
    onData: (stream, session, done) => void reportOutcome(receive(stream, session, deps), done),
  });
  // NOTE: without a listener, a client that disconnects in the middle of a mail would end the process.
  server.on('error', () => undefined);

  return {
    async listen(port, host) {
      server.listen(port, host);
      await once(server.server, 'listening');
      return portOf(server.server);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function reportOutcome(work: Promise<void>, done: (error?: Error | null) => void): Promise<void> {
  const [outcome] = await Promise.allSettled([work]);
  done(outcome?.status === 'rejected' ? new Error('The mail could not be read', { cause: outcome.reason }) : null);
}

async function receive(stream: Readable, session: SMTPServerSession, deps: SmtpDeps): Promise<void> {
  const { mailFrom, rcptTo } = session.envelope;
  const envelope = {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map((recipient) => recipient.address).join(', '),
  };
  const email = await PostalMime.parse(await buffer(stream));
  deps.inbox.add(toMail(email, envelope, deps));
}

function toMail(email: Email, envelope: { from: string; to: string }, deps: SmtpDeps): CaughtMail {
  const headers = Object.fromEntries(email.headers.map(({ key, value }) => [key, value]));
  return {
    id: deps.newId(),
    to: envelope.to,
    from: email.from?.address ?? envelope.from,
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: htmlWithPictures(email),
    date: deps.clock.now().toISOString(),
    headers: { ...headers, messageId: email.messageId ?? '' },
    files: filesOf(email),
  };
}

const filesOf = ({ attachments }: Email): CaughtFile[] =>
  attachments
    .filter(({ disposition }) => disposition === 'attachment')
    .map(({ filename, mimeType, content }) => ({ name: filename ?? '', type: mimeType, bytes: bytesOf(content) }));

const bytesOf = (content: Email['attachments'][number]['content']): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));

/** Returns the HTML body with attached inline pictures embedded as data URLs. */
const htmlWithPictures = ({ html = '', attachments }: Email): string =>
  attachments.reduce((shown, { contentId, mimeType, content }) => {
    if (!contentId) return shown;
    const cid = contentId.replaceAll(/^<|>$/g, '');
    return shown.replaceAll(`"cid:${cid}"`, `"data:${mimeType};base64,${bytesOf(content).toString('base64')}"`);
  }, html);

const refusal = (responseCode: number, text: string): Error & { responseCode: number } =>
  Object.assign(new Error(text), { responseCode });

function refusalOf(address: string, faults: MailFaults): Error | null {
  if (faults.consume('smtpReject', address)) return refusal(550, '5.1.1 Mailbox unavailable');
  if (faults.consume('smtpBusy', address)) return refusal(452, '4.2.2 Mailbox full');
  return null;
}
