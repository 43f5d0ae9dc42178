import { Socket } from 'node:net';
import pg from 'pg';
import { keepAlive } from './limits.ts';

/** Callbacks by channel name. */
export type Channels = Readonly<Record<string, (payload: string) => void>>;

/** One connection that listens. It is never reused: after a loss the caller opens another one. */
export class ListenClient {
  readonly lost: AbortSignal;
  readonly #client: pg.Client;
  readonly #socket = new Socket();
  readonly #channels: Channels;

  constructor(url: string, channels: Channels) {
    const lost = new AbortController();
    this.lost = lost.signal;
    this.#channels = channels;
    this.#client = new pg.Client({
      connectionString: url,
      application_name: 'watchpost listen',
      ...keepAlive,
      stream: () => this.#socket,
    });
    this.#client.on('notification', ({ channel, payload = '' }) => channels[channel]?.(payload));
    this.#client.on('error', (error) => lost.abort(error));
    this.#client.on('end', () => lost.abort(new Error('The connection has ended')));
  }

  async listen(): Promise<void> {
    await this.#client.connect();
    const names = Object.keys(this.#channels).map((name) => this.#client.escapeIdentifier(name));
    await this.#client.query(names.map((name) => `listen ${name}`).join(';') || 'select 1');
  }

  /** The server that this connection leads to. */
  get server(): Pick<pg.Client, 'host' | 'port'> {
    return this.#client;
  }

  async ping(): Promise<void> {
    await this.#client.query('select 1');
  }

  /** Closes the socket without waiting for the server, which may be gone. */
  destroy(): void {
    this.#client.removeAllListeners('notification');
    this.#socket.destroy();
  }
}
