import type { HookAnswer, StandIn } from './stand-in.ts';

export interface TakenMessage {
  readonly at: string;
  /** The id in the headers of a webhook, the same for each attempt; null for a chat. */
  readonly id: string | null;
  readonly body: unknown;
}

/** A program or a channel of a chat that messages are posted to. */
export interface Receiver {
  readonly id: string;
  readonly standIn: StandIn;
  /** The secret that the signature of each message is verified with, once it is known. */
  secret: string | null;
  isGone: boolean;
  /** The answer to the next `left` messages, which are not taken. */
  fault: { readonly answer: HookAnswer; left: number };
  /** How long it waits before it answers. */
  delayMs: number;
  /** The messages taken, in the order in which they came; a message that came twice is there twice. */
  messages: readonly TakenMessage[];
  /** The problems of the messages refused. */
  refused: readonly string[];
}

export interface Receivers {
  open(standIn: StandIn): Receiver;
  find(id: string): Receiver | undefined;
}

/** The oldest receivers are dropped beyond this number, so that a long-running demo does not fill the memory. */
const capacity = 200;

export function createReceivers(newId: () => string): Receivers {
  const receivers = new Map<string, Receiver>();
  return {
    open(standIn) {
      const receiver: Receiver = {
        id: newId(),
        standIn,
        secret: null,
        isGone: false,
        fault: { answer: { status: 503 }, left: 0 },
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
