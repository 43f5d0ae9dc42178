import pg from 'pg';

/** The connections of this process that are open or being opened. */
const connections = new Set<AbandonableClient>();

/** A connection that can be abandoned when its server has vanished without closing it. */
export class AbandonableClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    connections.add(this);
    this.once('end', () => connections.delete(this));
  }

  /** Returns a function that abandons the connections to this server that are open now, and returns their number. */
  static inView({ host, port }: Pick<pg.Client, 'host' | 'port'>): () => number {
    const seen = [...connections].filter((one) => one.host === host && one.port === port);
    return () => {
      const left = seen.filter((one) => connections.has(one));
      for (const one of left) one.abandon('The database has vanished');
      return left.length;
    };
  }

  /** Closes the socket without telling the server: statements that wait for an answer fail as after a reset. */
  protected abandon(reason: string): void {
    connections.delete(this);
    const { stream } = (this as unknown as DriverInternals).connection;
    stream.destroy(new Error(reason));
  }
}

/** The driver has no call that closes a connection whose server does not answer. */
interface DriverInternals {
  readonly connection: { readonly stream: { destroy(error: Error): void } };
}
