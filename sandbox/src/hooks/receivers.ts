export interface TakenMessage {
  readonly at: string;
  /** Of a webhook; the same each time that it comes. */
  readonly id: string | null;
  readonly body: unknown;
}

/** Somebody's program, or a channel of Slack, that alerts are posted to. */
export interface Receiver {
  readonly id: string;
  readonly kind: 'webhook' | 'slack' | 'discord';
  /** Verifies the signature of each message, once it was given. */
  secret: string | null;
  isGone: boolean;
  /** The status that the next so many messages are answered with instead. */
  fault: { readonly status: number; left: number };
  /** How long it thinks before it answers. */
  delayMs: number;
  /** What it has taken, in the order that it came, the same one twice when it came twice. */
  messages: readonly TakenMessage[];
  /** What it has not believed or not understood, and why. */
  refused: readonly string[];
}

export interface Receivers {
  open(kind: Receiver['kind']): Receiver;
  find(id: string): Receiver | undefined;
}

/** A demo left running overnight must not fill the memory. */
const capacity = 200;

export function createReceivers(newId: () => string): Receivers {
  const receivers = new Map<string, Receiver>();
  return {
    open(kind) {
      const receiver: Receiver = {
        id: newId(),
        kind,
        secret: null,
        isGone: false,
        fault: { status: 503, left: 0 },
        delayMs: 0,
        messages: [],
        refused: [],
      };
      receivers.set(receiver.id, receiver);
      const [oldest] = receivers.keys();
      if (receivers.size > capacity && oldest !== undefined) receivers.delete(oldest);
      return receiver;
    },
    find: (id) => receivers.get(id),
  };
}
