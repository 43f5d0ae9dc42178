import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { MailThread, ReceivedMessage } from './mail-server-thread.ts';

export interface Receiver {
  readonly url: string;
  readonly received: readonly ReceivedMessage[];
  close(): Promise<void>;
}

/**
 * Opens a mail server that accepts each mail after a latency, over any number of connections. It runs in a thread of its
 * own, because a real mail server does not wait for the event loop of the worker.
 */
export async function slowMailServer(latencyMs: number): Promise<Receiver> {
  const received: ReceivedMessage[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const thread = new Worker(new URL('mail-server-thread.ts', import.meta.url), { workerData: latencyMs });
  thread.on('error', reject);
  thread.on('message', (message: MailThread) => {
    if ('port' in message) resolve(message.port);
    else received.push(message);
  });
  const port = await promise;
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    received,
    close: async () => {
      await thread.terminate();
    },
  };
}

/**
 * Opens a receiver that stores the `webhook-id` of each posted message; with `isSilent` it accepts connections and
 * never answers.
 */
export async function httpReceiver({ isSilent }: { readonly isSilent: boolean }): Promise<Receiver> {
  const received: ReceivedMessage[] = [];
  const held = new Set<ServerResponse>();
  const server = createHttpServer((request, response) => {
    received.push({
      id: String(request.headers['webhook-id'] ?? ''),
      atMs: performance.timeOrigin + performance.now(),
    });
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
