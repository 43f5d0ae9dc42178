import { createServer, type AddressInfo, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** A message that a receiver has received; the time is in milliseconds since 1970. */
export interface ReceivedMessage {
  readonly id: string;
  readonly atMs: number;
}

/** The messages of this thread: first its port, and then each mail that it has accepted. */
export type MailThread = { readonly port: number } | ReceivedMessage;

const latencyMs = Number(workerData);

const server = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.write('220 bench\r\n');
  speakSmtp(socket, (id) =>
    setTimeout(() => {
      tell({ id, atMs: performance.timeOrigin + performance.now() });
      socket.write('250 taken\r\n');
    }, latencyMs),
  );
});
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }));

function tell(message: MailThread): void {
  parentPort?.postMessage(message, []);
}

function speakSmtp(socket: Socket, take: (messageId: string) => void): void {
  let text = '';
  let mail: string[] | null = null;
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    const lines = text.split('\r\n');
    text = lines.pop() ?? '';
    for (const line of lines) {
      if (mail === null) {
        socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n');
        if (line === 'DATA') mail = [];
      } else if (line === '.') {
        take(mail.find((header) => /^Message-ID: /i.test(header))?.slice('Message-ID: '.length) ?? '');
        mail = null;
      } else {
        mail.push(line);
      }
    }
  });
}
