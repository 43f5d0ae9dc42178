import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { leaveProcess } from '../../lib/leave-process.ts';
import { ExternalError } from './external-error.ts';

export interface QueueConfig {
  readonly endpoint: string;
  /** Name or URL of the queue. */
  readonly queue: string;
  readonly awsRegion: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface QueueMessage {
  readonly body: string;
  readonly receipt: string;
}

/** The SQS queue of ours into which Amazon sends notifications: at least once each, in any order. */
export interface NotificationQueue {
  /** Waits up to 20 s for messages. An aborted wait returns none. */
  receive(signal: AbortSignal): Promise<readonly QueueMessage[]>;
  /** Call this only after the effects of the message are committed. */
  remove(message: QueueMessage): Promise<void>;
  close(): void;
}

const waitSeconds = 20;
/**
 * The messages of a worker that dies become visible again after this time. Handling a message takes a fraction of it.
 */
const visibilitySeconds = 10;

export function openNotificationQueue(config: QueueConfig): NotificationQueue {
  const { accessKeyId, secretAccessKey } = config;
  const client = new SQSClient({
    endpoint: config.endpoint,
    region: config.awsRegion,
    ...(accessKeyId && { credentials: { accessKeyId, secretAccessKey } }),
  });
  const QueueUrl = /^https?:/.test(config.queue) ? config.queue : `${config.endpoint}/${config.queue}`;

  return {
    async receive(signal) {
      leaveProcess('The notification queue');
      const command = new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        WaitTimeSeconds: waitSeconds,
        VisibilityTimeout: visibilitySeconds,
      });
      try {
        const { Messages = [] } = await client.send(command, { abortSignal: signal });
        return Messages.map(({ Body = '', ReceiptHandle = '' }) => ({ body: Body, receipt: ReceiptHandle }));
      } catch (error) {
        if (signal.aborted) return [];
        throw queueError(error);
      }
    },
    async remove({ receipt }) {
      leaveProcess('The notification queue');
      try {
        await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receipt }));
      } catch (error) {
        throw queueError(error);
      }
    },
    close: () => client.destroy(),
  };
}

const queueError = (cause: unknown): ExternalError =>
  new ExternalError('notification queue', 'no answer', { isPermanent: false, cause });
