import { createServer, type Server, type Socket } from 'node:net';
import { afterAll } from 'vitest';
import { smtpMailer, type Mailer } from '../../src/lib/mail/mailer.ts';

/** The reply of a stand-in mail server to a received line; `null` sends no reply. */
type Answer = (line: string, socket: Socket) => string | null;

interface MailServer {
  readonly mailer: Mailer;
  /** Message-IDs of accepted mails. */
  readonly taken: string[];
  readonly connections: () => number;
  /** Changes the behaviour from now on. */
  behave(behaviour: MailBehaviour): void;
}

interface MailBehaviour {
  /** The greeting of a new connection; `null` sends none. */
  readonly greeting?: string | null;
  readonly answer?: Answer;
}

export const usualAnswer = (line: string): string =>
  line.startsWith('EHLO') ? '250 stand-in' : line.startsWith('DATA') ? '354 go on' : '250 ok';

/** A mail server with just enough SMTP to be silent, slow, failing or healthy at a given command. */
export async function mailServer(connections = 2): Promise<MailServer> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  let behaviour: MailBehaviour = {};
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    const { greeting = '220 stand-in' } = behaviour;
    if (greeting !== null) socket.write(`${greeting}\r\n`);
    listen(socket, { taken, answer: (line) => (behaviour.answer ?? usualAnswer)(line, socket) ?? null });
  });
  const port = await listenAnywhere(server);
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, from: 'a@example.com', connections });
  afterAll(() => {
    mailer.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { mailer, taken, connections: () => sockets.size, behave: (next) => void (behaviour = next) };
}

function listen(socket: Socket, { taken, answer }: { taken: string[]; answer(line: string): string | null }): void {
  let text = '';
  let data: string | null = null;
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 2);
      if (data !== null && line !== '.') {
        data += `${line}\n`;
        continue;
      }
      const said = answer(line);
      if (data !== null && said?.startsWith('250')) taken.push(/^Message-ID: (.+)$/im.exec(data)?.[1] ?? '');
      data = data === null && line.startsWith('DATA') && said?.startsWith('354') ? '' : null;
      if (said !== null && !socket.destroyed) socket.write(`${said}\r\n`);
    }
  });
}

const listenAnywhere = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
