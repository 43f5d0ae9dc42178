/** What a queue of AWS does when nothing else was set. */
export const defaultVisibilitySeconds = 30;

/** A demo whose product does not listen must not fill the memory; AWS drops by age instead, after four days. */
const capacity = 20_000;

export interface QueueMessage {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  readonly receiveCount: number;
  readonly firstReceivedAt: number;
  readonly receiptHandle: string;
}

interface Held extends QueueMessage {
  visibleAt: number;
}

export interface ReceiveOptions {
  max: number;
  visibilitySeconds: number;
}

/** A standard queue: no order promised, and each message again until somebody deletes it. */
export class MessageQueue {
  readonly #messages = new Map<string, Held>();
  readonly #listeners = new Set<() => void>();
  readonly #clock: { now(): Date };
  readonly #newId: () => string;

  constructor({ clock, newId }: { clock: { now(): Date }; newId: () => string }) {
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

  /** At least once: what is not deleted within its visibility time-out comes again. */
  receive({ max, visibilitySeconds }: ReceiveOptions): QueueMessage[] {
    const at = this.#now();
    const taken: QueueMessage[] = [];
    for (const held of this.#messages.values()) {
      if (taken.length === max) break;
      if (held.visibleAt > at) continue;
      const received = take(held, at, `${held.id}#${this.#newId()}`);
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

  /** Calls back whenever a message is sent or given back; returns how to stop. */
  onArrival(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** When the next hidden message comes back, in milliseconds since 1970; undefined when none is hidden. */
  nextVisibleAt(): number | undefined {
    const hidden = this.#hidden().map((held) => held.visibleAt);
    return hidden.length === 0 ? undefined : Math.min(...hidden);
  }

  counts(): { visible: number; hidden: number } {
    const hidden = this.#hidden().length;
    return { visible: this.#messages.size - hidden, hidden };
  }

  #hidden(): Held[] {
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

const take = (held: Held, at: number, receiptHandle: string): QueueMessage => ({
  id: held.id,
  body: held.body,
  sentAt: held.sentAt,
  receiveCount: held.receiveCount + 1,
  firstReceivedAt: held.firstReceivedAt || at,
  receiptHandle,
});

const idOf = (receiptHandle: string): string => receiptHandle.split('#')[0] ?? '';
