import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A message that a receiver has received; the time is in milliseconds since the start of the process. */
export interface ReceivedMessage {
  readonly id: string;
  readonly atMs: number;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly ReceivedMessage[];
  close(): Promise<void>;
}

/** Opens a mail server that accepts each mail after a latency, over any number of connections. */
export async function slowMailServer(latencyMs: number): Promise<Receiver> {
  const received: ReceivedMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.write('220 bench\r\n');
    speakSmtp(socket, (id) =>
      setTimeout(() => {
        received.push({ id, atMs: performance.now() });
        socket.write('250 taken\r\n');
      }, latencyMs),
    );
  });
  const port = await listen(server);
  const close = () => closeServer(server, () => sockets.forEach((socket) => socket.destroy()));
  return { url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, received, close };
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

/**
 * Opens a receiver that stores the `webhook-id` of each posted message; with `isSilent` it accepts connections and
 * never answers.
 */
export async function httpReceiver({ isSilent }: { readonly isSilent: boolean }): Promise<Receiver> {
  const received: ReceivedMessage[] = [];
  const held = new Set<ServerResponse>();
  const server = createHttpServer((request, response) => {
    received.push({ id: String(request.headers['webhook-id'] ?? ''), atMs: performance.now() });
    request.resume();
    if (isSilent) held.add(response);
    else response.writeHead(201).end();
  });
  const port = await listen(server);
  const close = () => closeServer(server, () => server.closeAllConnections());
  return { url: `http://127.0.0.1:${port}`, received, close };
}

function listen(server: Server): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  return promise;
}

function closeServer(server: Server, cut: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  cut();
  return promise;
}
