import type { Faults } from '../../world/events/faults.ts';

export interface NotificationQueue {
  deliver(arn: string, body: string): void;
}

/** Delivers messages to their queues and applies the notification faults: silent, duplicated, reordered. */
export interface QueueDelivery {
  post(arn: string, body: string): void;
  stop(): void;
}

/** A message held for reordering is delivered after this time if no other message follows. */
const longestWaitMs = 2000;

export function createQueueDelivery(queue: NotificationQueue, faults: Faults): QueueDelivery {
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
