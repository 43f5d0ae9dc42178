import type { MessageQueue, QueueMessage, ReceiveOptions } from './queue.ts';

interface WaitOptions {
  waitSeconds: number;
  /** Aborted when the caller disconnects. Otherwise a message would be taken and stay hidden until its time-out. */
  signal: AbortSignal;
  clock: { now(): Date };
}

/** Returns visible messages immediately. If there are none, waits up to `waitSeconds` for the first that arrive. */
export function receiveWithWait(
  queue: MessageQueue,
  options: ReceiveOptions,
  wait: WaitOptions,
): Promise<QueueMessage[]> {
  const immediate = queue.receive(options);
  if (immediate.length > 0 || wait.waitSeconds === 0 || wait.signal.aborted) return Promise.resolve(immediate);

  return new Promise((resolve) => {
    const until = wait.clock.now().getTime() + wait.waitSeconds * 1000;
    let timer: NodeJS.Timeout | undefined;
    const finish = (messages: QueueMessage[]) => {
      clearTimeout(timer);
      stop();
      wait.signal.removeEventListener('abort', hangUp);
      resolve(messages);
    };
    const hangUp = () => finish([]);
    const look = () => {
      const messages = queue.receive(options);
      const now = wait.clock.now().getTime();
      if (messages.length > 0 || now >= until) return finish(messages);
      clearTimeout(timer);
      timer = setTimeout(look, Math.min(until, queue.nextVisibleAt() ?? until) - now);
    };
    const stop = queue.onArrival(look);
    wait.signal.addEventListener('abort', hangUp);
    look();
  });
}
