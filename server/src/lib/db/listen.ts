import type { Logger } from 'pino';
import { backoffMs } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import { AbandonableClient } from './abandonable-client.ts';
import { ListenClient, type Channels } from './listen-client.ts';

export interface NotificationListener {
  /** False from the moment a loss is noticed until LISTEN has been answered on another connection. */
  readonly isConnected: boolean;
  close(): Promise<void>;
}

export interface ListenConnection {
  readonly url: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

interface Subscription {
  readonly channels: Channels;
  /** Called for every new connection, including the first one: notifications sent before it are lost. */
  onConnect(): void;
}

const connectDeadlineMs = 4_000;
/** A connection that vanished without a FIN is abandoned after one interval and one deadline: 9 s. */
const pingEveryMs = 5_000;
const pingDeadlineMs = 4_000;
/** One attempt every few seconds is no load for a database that is starting. */
const backoff = { firstMs: 200, longestMs: 5_000 };

/**
 * Keeps one listening connection in a loop: connect, ping until the connection is lost, wait, connect again. Resolves
 * after the first attempt, whether or not it succeeded.
 * If a server has stopped answering and a new connection then works, the server was replaced, as by a failover, or the
 * network to it was interrupted. The other connections of this process to the old server are then abandoned, since they
 * would wait for their time limits.
 */
export async function openListener(
  connection: ListenConnection,
  subscription: Subscription,
): Promise<NotificationListener> {
  const loop = new ListenLoop(connection, subscription);
  await loop.firstAttempt;
  return loop;
}

class ListenLoop implements NotificationListener {
  isConnected = false;
  readonly firstAttempt: Promise<void>;
  readonly #connection: ListenConnection;
  readonly #subscription: Subscription;
  readonly #closing = new AbortController();
  readonly #ended: Promise<void>;
  #failures = 0;
  /** True if the server has not answered in time since it was last connected. */
  #isSilent = false;

  constructor(connection: ListenConnection, subscription: Subscription) {
    this.#connection = connection;
    this.#subscription = subscription;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.firstAttempt = promise;
    this.#ended = this.#run(resolve);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#ended;
  }

  async #run(onAttempt: () => void): Promise<void> {
    const { clock, random, log } = this.#connection;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      try {
        await this.#listenUntilLost(onAttempt);
      } catch (error) {
        if (signal.aborted) return;
        this.#isSilent ||= error instanceof NoAnswer;
        const waitMs = backoffMs(backoff, this.#failures, random);
        this.#failures += 1;
        log.warn(
          { err: error, failures: this.#failures, waitMs },
          'the listening connection is lost; connecting again',
        );
        onAttempt();
        await clock.pause(waitMs, signal);
      }
    }
  }

  async #listenUntilLost(onAttempt: () => void): Promise<void> {
    const { url, clock, log } = this.#connection;
    const client = new ListenClient(url, this.#subscription.channels);
    const ending = AbortSignal.any([this.#closing.signal, client.lost]);
    const leave = AbandonableClient.inView(client.server);
    try {
      await withinDeadline(client.listen(), { deadlineMs: connectDeadlineMs, clock, ending });
      this.isConnected = true;
      if (this.#isSilent) log.warn({ left: leave() }, 'the database had vanished; its connections are left');
      this.#isSilent = false;
      this.#subscription.onConnect();
      onAttempt();
      for (;;) {
        await clock.pause(pingEveryMs, ending);
        await withinDeadline(client.ping(), { deadlineMs: pingDeadlineMs, clock, ending });
        // The counter is reset only after a ping has succeeded: the wait must grow for a server that accepts
        // connections and immediately drops them.
        this.#failures = 0;
      }
    } finally {
      this.isConnected = false;
      client.destroy();
    }
  }
}

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

interface WaitLimits {
  readonly deadlineMs: number;
  readonly clock: Clock;
  readonly ending: AbortSignal;
}

/** Rejects at the deadline, and with the signal's reason as soon as that fires. */
async function withinDeadline(answer: Promise<void>, { deadlineMs, clock, ending }: WaitLimits): Promise<void> {
  const answered = new AbortController();
  const giveUp = async (): Promise<void> => {
    await clock.pause(deadlineMs, AbortSignal.any([answered.signal, ending]));
    ending.throwIfAborted();
    if (!answered.signal.aborted) throw new NoAnswer(`The database has not answered within ${deadlineMs} ms`);
  };
  try {
    await Promise.race([answer, giveUp()]);
  } finally {
    answered.abort();
  }
}
