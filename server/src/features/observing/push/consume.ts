import type { NotificationQueue, QueueMessage } from '../../../external/marketplace/notification-queue.ts';
import { readNotification } from './notification.ts';
import { takeNotification, type TakingContext } from './take-notification.ts';

/** Takes the waiting messages. A message is removed from the queue only after its effects are committed. */
export async function consumeOnce(ctx: TakingContext, queue: NotificationQueue, signal: AbortSignal): Promise<void> {
  const messages = await queue.receive(signal);
  await Promise.all(messages.map((message) => consumeMessage(ctx, queue, message)));
}

async function consumeMessage(ctx: TakingContext, queue: NotificationQueue, message: QueueMessage): Promise<void> {
  try {
    const notification = readNotification(message.body);
    if ('reason' in notification) ctx.log.info({ reason: notification.reason }, 'a message was not taken over');
    else {
      const { id, type } = notification;
      const outcomes = await takeNotification(ctx, notification);
      ctx.log.debug({ notificationId: id, type, outcomes }, 'a notification was taken');
    }
    await queue.remove(message);
  } catch (error) {
    // The queue delivers the message again when its invisibility ends.
    ctx.log.error({ err: error }, 'a notification could not be taken and will come again');
  }
}
