/** The default visibility time-out of an SQS queue. */
export const defaultVisibilitySeconds = 30;

/** The oldest messages are dropped beyond this number to limit memory; SQS drops messages after four days instead. */
const capacity = 20_000;

export interface QueueMessage {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  readonly receiveCount: number;
  readonly firstReceivedAt: number;
  readonly receiptHandle: string;
}

interface HeldMessage extends QueueMessage {
  visibleAt: number;
}

export interface ReceiveOptions {
  max: number;
  visibilitySeconds: number;
}

interface QueueParts {
  clock: { now(): Date };
  newId: () => string;
  /**
   * The queue for messages that were received `maxReceives` times. Without it, a message is delivered until it is
   * deleted.
   */
  deadLetters?: { queue: MessageQueue; maxReceives: number };
}

/** An SQS standard queue: unordered, and each message is delivered again until it is deleted. */
export class MessageQueue {
  readonly #messages = new Map<string, HeldMessage>();
  readonly #listeners = new Set<() => void>();
  readonly #clock: { now(): Date };
  readonly #newId: () => string;
  readonly #deadLetters: QueueParts['deadLetters'];

  constructor({ clock, newId, deadLetters }: QueueParts) {
    this.#deadLetters = deadLetters;
    this.#clock = clock;
    this.#newId = newId;
  }

  send(body: string): QueueMessage {
    const sentAt = this.#now();
    const counts = { receiveCount: 0, firstReceivedAt: 0 };
    const message = { id: this.#newId(), body, sentAt, ...counts, receiptHandle: '', visibleAt: sentAt };
    this.#messages.set(message.id, message);
    const [oldest] = this.#messages.keys();
    if (this.#messages.size > capacity && oldest !== undefined) this.#messages.delete(oldest);
    this.#announce();
    return message;
  }

  /** Returns visible messages and hides them for the time-out; undeleted messages are delivered again afterwards. */
  receive({ max, visibilitySeconds }: ReceiveOptions): QueueMessage[] {
    const at = this.#now();
    const taken: QueueMessage[] = [];
    for (const held of this.#messages.values()) {
      if (taken.length === max) break;
      if (held.visibleAt > at) continue;
      if (this.#deadLetters && held.receiveCount >= this.#deadLetters.maxReceives) {
        this.#messages.delete(held.id);
        this.#deadLetters.queue.send(held.body);
        continue;
      }
      const received = markReceived(held, at, `${held.id}#${this.#newId()}`);
      this.#messages.set(held.id, { ...received, visibleAt: at + visibilitySeconds * 1000 });
      taken.push(received);
    }
    return taken;
  }

  remove(receiptHandle: string): boolean {
    return this.#messages.delete(idOf(receiptHandle));
  }

  changeVisibility(receiptHandle: string, seconds: number): boolean {
    const held = this.#messages.get(idOf(receiptHandle));
    if (!held) return false;
    held.visibleAt = this.#now() + seconds * 1000;
    if (seconds === 0) this.#announce();
    return true;
  }

  /** Calls `listener` when a message is sent or its visibility changes; returns a function to unsubscribe. */
  onArrival(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The time at which the next hidden message becomes visible, in ms since 1970; undefined if none is hidden. */
  nextVisibleAt(): number | undefined {
    const hidden = this.#hidden().map((held) => held.visibleAt);
    return hidden.length === 0 ? undefined : Math.min(...hidden);
  }

  /** The queue for messages that were received too often, if there is one. */
  get deadLetters(): MessageQueue | undefined {
    return this.#deadLetters?.queue;
  }

  /**
   * Moves all messages to another queue, where their receive counts start from zero. Returns the number of messages.
   */
  moveTo(target: MessageQueue): number {
    const held = [...this.#messages.values()];
    this.#messages.clear();
    for (const { body } of held) target.send(body);
    return held.length;
  }

  counts(): { visible: number; hidden: number } {
    const hidden = this.#hidden().length;
    return { visible: this.#messages.size - hidden, hidden };
  }

  #hidden(): HeldMessage[] {
    const at = this.#now();
    return [...this.#messages.values()].filter((held) => held.visibleAt > at);
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }

  #now(): number {
    return this.#clock.now().getTime();
  }
}

const markReceived = (held: HeldMessage, at: number, receiptHandle: string): QueueMessage => ({
  id: held.id,
  body: held.body,
  sentAt: held.sentAt,
  receiveCount: held.receiveCount + 1,
  firstReceivedAt: held.firstReceivedAt || at,
  receiptHandle,
});

const idOf = (receiptHandle: string): string => receiptHandle.split('#')[0] ?? '';
