import type { Faults } from '../../world/events/faults.ts';

export interface NotificationQueue {
  deliver(arn: string, body: string): void;
}

/** Brings messages to their queues, and spoils that where a fault was asked for. */
export interface PostOffice {
  post(arn: string, body: string): void;
  stop(): void;
}

/** A message that nothing overtakes within this time goes on its way alone. */
const longestWaitMs = 2000;

export function createPostOffice(queue: NotificationQueue, faults: Faults): PostOffice {
  let held: { arn: string; body: string } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const deliver = (arn: string, body: string): void => {
    queue.deliver(arn, body);
    if (faults.isOn('notificationsDuplicated')) queue.deliver(arn, body);
  };
  const release = (): void => {
    clearTimeout(timer);
    const message = held;
    held = undefined;
    if (message) deliver(message.arn, message.body);
  };
  return {
    post: (arn, body) => {
      if (faults.isOn('notificationsSilent')) return;
      if (!held && faults.isOn('notificationsReordered')) {
        held = { arn, body };
        timer = setTimeout(release, longestWaitMs).unref();
        return;
      }
      deliver(arn, body);
      release();
    },
    stop: () => clearTimeout(timer),
  };
}
