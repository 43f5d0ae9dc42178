import * as z from 'zod/mini';
import { systemClock } from '../../lib/clock.ts';
import { lazily } from '../../lib/lazily.ts';
import { leaveProcess } from '../../lib/leave-process.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { ExternalError } from './external-error.ts';

interface QueueConfig {
  readonly endpoint: string;
  /** Name or URL of the queue. */
  readonly queue: string;
  readonly awsRegion: string;
  /**
   * The keys of AWS; `null` lets the SDK look in the environment, shared files, the container and the instance (its
   * usual order).
   */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

export interface QueueMessage {
  /** The id of the message, which is the same at each delivery. */
  readonly id: string;
  readonly body: string;
  readonly receipt: string;
  /** How often the message was delivered, including this time. The queue sets it aside after a number of deliveries. */
  readonly deliveries: number;
}

/** Our SQS queue, into which Amazon sends notifications: each at least once, in any order. */
export interface NotificationQueue {
  /**
   * Returns the messages that this process has kept. If there are none, waits for messages from the queue, up to 20 s
   * unless `longestWaitSeconds` is shorter. An aborted wait returns none.
   */
  receive(signal: AbortSignal, longestWaitSeconds?: number): Promise<readonly QueueMessage[]>;
  /** Call this only after the effects of the message are committed. */
  remove(message: QueueMessage): Promise<void>;
  /** Keeps the message from being delivered again for this many seconds, at most 12 hours. */
  hide(message: QueueMessage, seconds: number): Promise<void>;
  /** Keeps a message in this process for the next `receive`. Another delivery would count towards the dead letters. */
  keep(message: QueueMessage): void;
  /** Puts a message into the queue that was taken out of it before. */
  send(body: string): Promise<void>;
  /** The number of messages in the dead-letter queue; `null` if the queue has none. */
  countDeadLetters(): Promise<number | null>;
  /** Lets SQS move the dead letters back into the queue. Returns their number at the start; `null` without such a queue. */
  redrive(): Promise<number | null>;
  close(): void;
}

const sdk = onDemand(() => import('@aws-sdk/client-sqs'));

const usualWaitSeconds = 20;
/** The messages of a worker that dies become visible again after this time. */
const usualHiddenSeconds = 10;
/**
 * While the database is slow, handling a message may take longer than the time above. The message is then hidden from
 * the other workers until it is handled, but at most for this multiple of that time: a second worker that handled the
 * same message would slow the database down further.
 */
const mostSpans = 6;

export function openNotificationQueue(config: QueueConfig, hiddenSeconds = usualHiddenSeconds): NotificationQueue {
  const client = lazily(async () => {
    const { SQS } = await sdk();
    return new SQS({
      endpoint: config.endpoint,
      region: config.awsRegion,
      ...(config.credentials && { credentials: config.credentials }),
    });
  });
  const QueueUrl = /^https?:/.test(config.queue) ? config.queue : `${config.endpoint}/${config.queue}`;

  const setHidden = async (receipt: string, seconds: number) => {
    const VisibilityTimeout = Math.ceil(seconds);
    await (await client.get()).changeMessageVisibility({ QueueUrl, ReceiptHandle: receipt, VisibilityTimeout });
  };
  const kept: QueueMessage[] = [];
  const holds = new Map<string, AbortController>();
  const release = (receipt: string): void => {
    holds.get(receipt)?.abort();
    holds.delete(receipt);
  };
  const hold = async (receipt: string): Promise<void> => {
    const held = new AbortController();
    holds.set(receipt, held);
    for (let halves = 0; halves < 2 * mostSpans; halves += 1) {
      await systemClock.pause((hiddenSeconds * 1000) / 2, held.signal);
      if (held.signal.aborted) return;
      // If the queue cannot be reached, the message becomes visible, and taking it twice has no further effect.
      await setHidden(receipt, hiddenSeconds).catch(() => release(receipt));
    }
    release(receipt);
  };

  const findDeadLetters = async (): Promise<DeadLetters | null> => {
    leaveProcess('The notification queue');
    try {
      const sqs = await client.get();
      const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['RedrivePolicy'] });
      const policy = redrivePolicy.safeParse(JSON.parse(Attributes?.['RedrivePolicy'] ?? 'null'));
      if (!policy.success) return null;
      const arn = policy.data.deadLetterTargetArn;
      const dead = await sqs.getQueueUrl({ QueueName: arn.split(':').at(-1) ?? '' });
      const { Attributes: held } = await sqs.getQueueAttributes({
        QueueUrl: dead.QueueUrl,
        AttributeNames: ['ApproximateNumberOfMessages'],
      });
      return { arn, count: Number(held?.['ApproximateNumberOfMessages'] ?? 0) };
    } catch (error) {
      throw queueError(error);
    }
  };

  return {
    async countDeadLetters() {
      return (await findDeadLetters())?.count ?? null;
    },
    async redrive() {
      const dead = await findDeadLetters();
      if (!dead || dead.count === 0) return dead?.count ?? null;
      try {
        await (await client.get()).startMessageMoveTask({ SourceArn: dead.arn });
      } catch (error) {
        throw queueError(error);
      }
      return dead.count;
    },
    async receive(signal, longestWaitSeconds = usualWaitSeconds) {
      if (kept.length > 0) return kept.splice(0);
      leaveProcess('The notification queue');
      const request = {
        QueueUrl,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: longestWaitSeconds,
        VisibilityTimeout: hiddenSeconds,
        MessageSystemAttributeNames: ['ApproximateReceiveCount' as const],
      };
      try {
        const sqs = await client.get();
        const { Messages = [] } = await sqs.receiveMessage(request, { abortSignal: signal });
        return Messages.map(({ MessageId: id = '', Body: body = '', ReceiptHandle: receipt = '', Attributes }) => {
          void hold(receipt);
          return { id, body, receipt, deliveries: Number(Attributes?.ApproximateReceiveCount ?? 1) };
        });
      } catch (error) {
        if (signal.aborted) return [];
        throw queueError(error);
      }
    },
    async remove({ receipt }) {
      leaveProcess('The notification queue');
      release(receipt);
      try {
        await (await client.get()).deleteMessage({ QueueUrl, ReceiptHandle: receipt });
      } catch (error) {
        throw queueError(error);
      }
    },
    async hide({ receipt }, seconds) {
      leaveProcess('The notification queue');
      release(receipt);
      try {
        await setHidden(receipt, seconds);
      } catch (error) {
        throw queueError(error);
      }
    },
    keep(message) {
      release(message.receipt);
      void hold(message.receipt);
      kept.push(message);
    },
    async send(body) {
      leaveProcess('The notification queue');
      try {
        await (await client.get()).sendMessage({ QueueUrl, MessageBody: body });
      } catch (error) {
        throw queueError(error);
      }
    },
    close() {
      for (const receipt of holds.keys()) release(receipt);
      client.ifCreated((sqs) => sqs.destroy());
    },
  };
}

interface DeadLetters {
  readonly arn: string;
  readonly count: number;
}

const redrivePolicy = z.object({ deadLetterTargetArn: z.string() });

const queueError = (cause: unknown): ExternalError =>
  new ExternalError('notification queue', 'no answer', { isPermanent: false, cause });
