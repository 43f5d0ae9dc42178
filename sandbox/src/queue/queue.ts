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

export interface MessageQueue {
  send(body: string): QueueMessage;
  /** At least once: what is not deleted within its visibility time-out comes again. */
  receive(options: ReceiveOptions): QueueMessage[];
  remove(receiptHandle: string): boolean;
  changeVisibility(receiptHandle: string, seconds: number): boolean;
  /** Calls back at the next message that becomes visible by being sent or given back; returns how to stop. */
  onArrival(listener: () => void): () => void;
  /** When the next hidden message comes back, in milliseconds since 1970; undefined when none is hidden. */
  nextVisibleAt(): number | undefined;
  counts(): { visible: number; hidden: number };
}

/** A standard queue: no order promised, each message again until somebody deletes it. */
export function createQueue(deps: { clock: { now(): Date }; newId: () => string }): MessageQueue {
  const messages = new Map<string, Held>();
  const listeners = new Set<() => void>();
  const now = () => deps.clock.now().getTime();
  const arrived = () => [...listeners].forEach((listener) => listener());

  return {
    send(body) {
      const sentAt = now();
      const message: Held = {
        id: deps.newId(),
        body,
        sentAt,
        receiveCount: 0,
        firstReceivedAt: 0,
        receiptHandle: '',
        visibleAt: sentAt,
      };
      messages.set(message.id, message);
      const [oldest] = messages.keys();
      if (messages.size > capacity && oldest !== undefined) messages.delete(oldest);
      arrived();
      return message;
    },
    receive({ max, visibilitySeconds }) {
      const at = now();
      const taken: QueueMessage[] = [];
      for (const held of messages.values()) {
        if (taken.length === max) break;
        if (held.visibleAt > at) continue;
        const received = take(held, at, `${held.id}#${deps.newId()}`);
        messages.set(held.id, { ...received, visibleAt: at + visibilitySeconds * 1000 });
        taken.push(received);
      }
      return taken;
    },
    remove: (receiptHandle) => messages.delete(idOf(receiptHandle)),
    changeVisibility(receiptHandle, seconds) {
      const held = messages.get(idOf(receiptHandle));
      if (!held) return false;
      held.visibleAt = now() + seconds * 1000;
      if (seconds === 0) arrived();
      return true;
    },
    onArrival(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    nextVisibleAt() {
      const hidden = [...messages.values()].map((held) => held.visibleAt).filter((at) => at > now());
      return hidden.length === 0 ? undefined : Math.min(...hidden);
    },
    counts() {
      const hidden = [...messages.values()].filter((held) => held.visibleAt > now()).length;
      return { visible: messages.size - hidden, hidden };
    },
  };
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
