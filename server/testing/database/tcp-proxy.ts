import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** The URL of the same database through the proxy. */
  url(databaseUrl: string): string;
  /** Connections accepted since the proxy opened, including those that were reset at once. */
  readonly attempts: number;
  /** Connections that currently forward data. */
  readonly open: number;
  /** Resets every connection and each new one at once, as if the database refused them. */
  refuse(): void;
  /** Keeps every connection open and forwards nothing more, also on new ones, as if the database had vanished. */
  fallSilent(): void;
  /** Holds the answers on the open connections back until the client has sent this text. */
  holdAnswersUntil(text: string): void;
  /** Resets the open connections. New ones are forwarded. */
  reset(): void;
  /** Answers on new connections by one byte a second. */
  drip(): void;
  /** Connects new connections to another port, as after a failover. */
  leadTo(port: number): void;
  /** Forwards new connections. Silent connections stay silent. */
  restore(): void;
  close(): Promise<void>;
}

type Mode = 'forward' | 'refuse' | 'silent' | 'drip';

/**
 * A proxy between a client and PostgreSQL that breaks connections in the ways in which networks do. Nagle's algorithm
 * is off, as in client and server; on, it would hold small packets back for the 40 ms of a delayed acknowledgement.
 */
export async function openTcpProxy(targetPort: number): Promise<TcpProxy> {
  const pairs = new Map<Socket, Socket>();
  let mode: Mode = 'forward';
  let port = targetPort;
  let attempts = 0;
  const server = createServer({ noDelay: true }, (client) => {
    attempts += 1;
    client.on('error', ignore);
    if (mode === 'refuse') return client.resetAndDestroy();
    const target = connect({ port, host: '127.0.0.1', noDelay: true });
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
    if (mode === 'drip') dripInto(client, target);
    else target.pipe(client);
  });
  const ownPort = await listen(server);
  const reset = (): void => {
    for (const client of pairs.keys()) client.resetAndDestroy();
  };
  return {
    port: ownPort,
    url: (databaseUrl) => databaseUrl.replace(/:\d+\//, `:${ownPort}/`),
    get attempts() {
      return attempts;
    },
    get open() {
      return [...pairs.keys()].filter((client) => !client.isPaused()).length;
    },
    holdAnswersUntil(text) {
      for (const [client, target] of pairs) {
        target.unpipe(client);
        let sent = '';
        client.on('data', (chunk: Buffer) => {
          if (!sent.includes(text) && (sent += chunk.toString('latin1')).includes(text)) target.pipe(client);
        });
      }
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
    drip() {
      mode = 'drip';
    },
    leadTo(other) {
      port = other;
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

const dripEveryMs = 1000;

/** Passes on one byte a second. The rest of the server's answer waits in memory. */
function dripInto(client: Socket, target: Socket): void {
  let waiting = Buffer.alloc(0);
  target.on('data', (chunk: Buffer) => void (waiting = Buffer.concat([waiting, chunk])));
  const timer = setInterval(() => {
    client.write(waiting.subarray(0, 1));
    waiting = waiting.subarray(1);
  }, dripEveryMs);
  client.on('close', () => clearInterval(timer));
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    // The address of a server that listens on a port has this type.
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

const ignore = (): void => undefined;
