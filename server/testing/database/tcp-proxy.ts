import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

export interface TcpProxy {
  /** The same database, reached through the proxy. */
  url(databaseUrl: string): string;
  /** Connections that were taken since the proxy opened, those that were reset at once included. */
  readonly attempts: number;
  /** Connections that forward at this moment. */
  readonly open: number;
  /** Resets every connection, and each new one at once: the database refuses. */
  refuse(): void;
  /** Keeps every connection open and forwards nothing more, on new connections either: the database has vanished. */
  fallSilent(): void;
  /** Resets the connections that are open; new ones are forwarded. */
  reset(): void;
  /** Forwards new connections. Those that fell silent stay silent. */
  restore(): void;
  close(): Promise<void>;
}

type Mode = 'forward' | 'refuse' | 'silent';

/** Stands between a client and PostgreSQL and loses their connection in the ways in which networks do. */
export async function openTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Map<Socket, Socket>();
  let mode: Mode = 'forward';
  let attempts = 0;
  const server = createServer((client) => {
    attempts += 1;
    client.on('error', ignore);
    if (mode === 'refuse') return client.resetAndDestroy();
    const target = connect(targetPort, '127.0.0.1');
    target.on('error', ignore);
    pairs.set(client, target);
    const drop = (): void => {
      pairs.delete(client);
      client.destroy();
      target.destroy();
    };
    client.on('close', drop);
    target.on('close', () => (target.isPaused() ? undefined : drop()));
    if (mode === 'silent') return silence(client, target);
    client.pipe(target);
    target.pipe(client);
  });
  const port = await listen(server);
  const reset = (): void => {
    for (const client of pairs.keys()) client.resetAndDestroy();
  };
  return {
    url: (databaseUrl) => databaseUrl.replace(/:\d+\//, `:${port}/`),
    get attempts() {
      return attempts;
    },
    get open() {
      return [...pairs.keys()].filter((client) => !client.isPaused()).length;
    },
    reset,
    refuse() {
      mode = 'refuse';
      reset();
    },
    fallSilent() {
      mode = 'silent';
      for (const [client, target] of pairs) silence(client, target);
    },
    restore() {
      mode = 'forward';
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        reset();
      }),
  };
}

/** A paused stream reads nothing, not even the end of the connection. */
function silence(client: Socket, target: Socket): void {
  client.unpipe(target).pause();
  target.unpipe(client).pause();
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    // A server that listens on a port has an address of this form.
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

const ignore = (): void => undefined;
