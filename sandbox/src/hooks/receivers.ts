import type { HookAnswer, StandIn } from './stand-in.ts';

interface ReceivedMessage {
  readonly at: string;
  /** The `webhook-id` header, which repeated attempts share; null for a chat, which has no ids. */
  readonly id: string | null;
  readonly body: unknown;
}

/** One webhook program or chat channel, with its settings and the messages that it has received. */
export interface Receiver {
  readonly id: string;
  readonly standIn: StandIn;
  /** The secret that verifies the signature of each message; null until the test has set it. */
  secret: string | null;
  isGone: boolean;
  /** The next `left` messages that contain `about` are refused with `answer`. */
  fault: { readonly answer: HookAnswer; left: number; readonly about: string };
  /** Delay before each answer. */
  delayMs: number;
  /** The accepted messages in order of arrival; a message that arrived twice is listed twice. */
  messages: readonly ReceivedMessage[];
  /** For each message that failed the check, the reason. */
  refused: readonly string[];
}

interface Receivers {
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
        fault: { answer: { status: 503 }, left: 0, about: '' },
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
