import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { notificationsQueue } from '../environment.ts';
import { receiveWithWait } from './long-poll.ts';
import { defaultVisibilitySeconds, type MessageQueue, type QueueMessage } from './queue.ts';
import { SqsError } from './sqs-error.ts';

interface SqsCall {
  queue: MessageQueue;
  clock: { now(): Date };
  /** The URL of the queue of notifications, based on the sandbox's public address. */
  queueUrl: string;
  signal: AbortSignal;
}

type Action = (input: unknown, call: SqsCall) => object | Promise<object>;

/** The AWS account id of Amazon's notification service, which sends every message. */
const senderId = '437568002678';

const between = (low: number, high: number) => z.number().check(z.multipleOf(1), z.gte(low), z.lte(high));
const names = z.optional(z.array(z.string()));
const queueUrl = z.string();
const body = z.string().check(z.minLength(1), z.maxLength(262_144));

/** Wraps an action so that its input is validated; an invalid parameter is refused as SQS does. */
function defineAction<T extends z.ZodMiniType>(
  schema: T,
  run: (input: z.infer<T>, call: SqsCall) => object | Promise<object>,
): Action {
  return (input, call) => {
    const parsed = schema.safeParse(input);
    if (parsed.success) return run(parsed.data, call);
    const [issue] = parsed.error.issues;
    const name = issue?.path.join('.') ?? '';
    throw new SqsError('InvalidParameterValue', `Value for parameter ${name} is invalid. Reason: ${issue?.message}.`);
  };
}

export const sqsActions: Readonly<Record<string, Action>> = {
  GetQueueUrl: defineAction(z.object({ QueueName: z.string() }), (input, call) => {
    queueNamed(call, input.QueueName);
    const folder = call.queueUrl.slice(0, call.queueUrl.lastIndexOf('/'));
    return { QueueUrl: `${folder}/${input.QueueName}` };
  }),

  GetQueueAttributes: defineAction(z.object({ QueueUrl: queueUrl, AttributeNames: names }), (input, call) => {
    const queue = queueNamed(call, input.QueueUrl);
    const { visible, hidden } = queue.counts();
    const all = {
      QueueArn: queue === call.queue ? notificationsQueue.arn : notificationsQueue.deadLettersArn,
      ApproximateNumberOfMessages: String(visible),
      ApproximateNumberOfMessagesNotVisible: String(hidden),
      ApproximateNumberOfMessagesDelayed: '0',
      VisibilityTimeout: String(defaultVisibilitySeconds),
      ...(queue.deadLetters && { RedrivePolicy: redrivePolicy }),
    };
    return { Attributes: selectAttributes(all, input.AttributeNames) };
  }),

  SendMessage: defineAction(z.object({ QueueUrl: queueUrl, MessageBody: body }), (input, call) => {
    const queue = queueNamed(call, input.QueueUrl);
    return { MessageId: queue.send(input.MessageBody).id, MD5OfMessageBody: md5(input.MessageBody) };
  }),

  ReceiveMessage: defineAction(
    z.object({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: z.prefault(between(1, 10), 1),
      VisibilityTimeout: z.prefault(between(0, 43_200), defaultVisibilitySeconds),
      WaitTimeSeconds: z.prefault(between(0, 20), 0),
      AttributeNames: names,
      MessageSystemAttributeNames: names,
    }),
    async (input, call) => {
      const { clock, signal } = call;
      const queue = queueNamed(call, input.QueueUrl);
      const options = { max: input.MaxNumberOfMessages, visibilitySeconds: input.VisibilityTimeout };
      const messages = await receiveWithWait(queue, options, { waitSeconds: input.WaitTimeSeconds, signal, clock });
      const wanted = [...(input.AttributeNames ?? []), ...(input.MessageSystemAttributeNames ?? [])];
      return messages.length === 0 ? {} : { Messages: messages.map((message) => presentMessage(message, wanted)) };
    },
  ),

  DeleteMessage: defineAction(z.object({ QueueUrl: queueUrl, ReceiptHandle: z.string() }), (input, call) => {
    const queue = queueNamed(call, input.QueueUrl);
    if (!input.ReceiptHandle.includes('#')) throw invalidHandle(input.ReceiptHandle);
    queue.remove(input.ReceiptHandle);
    return {};
  }),

  DeleteMessageBatch: defineAction(
    z.object({ QueueUrl: queueUrl, Entries: z.array(z.object({ Id: z.string(), ReceiptHandle: z.string() })) }),
    ({ QueueUrl, Entries }, call) => {
      const queue = queueNamed(call, QueueUrl);
      checkEntries(Entries.map((entry) => entry.Id));
      for (const entry of Entries) queue.remove(entry.ReceiptHandle);
      const good = Entries.filter((entry) => entry.ReceiptHandle.includes('#'));
      const bad = Entries.filter((entry) => !entry.ReceiptHandle.includes('#'));
      return {
        Successful: good.map(({ Id }) => ({ Id })),
        ...(bad.length > 0 && {
          Failed: bad.map(({ Id }) => ({ Id, SenderFault: true, Code: 'ReceiptHandleIsInvalid' })),
        }),
      };
    },
  ),

  ChangeMessageVisibility: defineAction(
    z.object({ QueueUrl: queueUrl, ReceiptHandle: z.string(), VisibilityTimeout: between(0, 43_200) }),
    (input, call) => {
      const queue = queueNamed(call, input.QueueUrl);
      if (!queue.changeVisibility(input.ReceiptHandle, input.VisibilityTimeout))
        throw invalidHandle(input.ReceiptHandle);
      return {};
    },
  ),

  /** Moves all messages before it answers, while SQS moves them in the background. */
  StartMessageMoveTask: defineAction(z.object({ SourceArn: z.string() }), (input, call) => {
    deadLettersNamed(call, input.SourceArn).moveTo(call.queue);
    return { TaskHandle: 'moved' };
  }),
};

const redrivePolicy = JSON.stringify({
  deadLetterTargetArn: notificationsQueue.deadLettersArn,
  maxReceiveCount: notificationsQueue.maxReceives,
});

/** Accepts a queue's URL, name or ARN, which all end with the name. Throws if it is none of the sandbox's queues. */
function queueNamed({ queue }: Pick<SqsCall, 'queue'>, named: string): MessageQueue {
  const name = named.split(/[/:]/).at(-1);
  if (name === notificationsQueue.name) return queue;
  if (name === notificationsQueue.deadLetters && queue.deadLetters) return queue.deadLetters;
  throw new SqsError('QueueDoesNotExist', 'The specified queue does not exist.');
}

function deadLettersNamed(call: Pick<SqsCall, 'queue'>, arn: string): MessageQueue {
  const { deadLetters } = call.queue;
  if (arn === notificationsQueue.deadLettersArn && deadLetters) return deadLetters;
  throw new SqsError('ResourceNotFoundException', 'The source queue is no dead-letter queue.', 404);
}

function checkEntries(ids: readonly string[]): void {
  if (ids.length === 0) throw new SqsError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  if (ids.length > 10)
    throw new SqsError('TooManyEntriesInBatchRequest', 'Maximum number of entries per request are 10.');
  if (new Set(ids).size < ids.length) throw new SqsError('BatchEntryIdsNotDistinct', 'Id repeated in the request.');
}

const invalidHandle = (handle: string): SqsError =>
  new SqsError('ReceiptHandleIsInvalid', `The input receipt handle "${handle}" is not a valid receipt handle.`);

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

function presentMessage(message: QueueMessage, wanted: readonly string[]): object {
  const attributes = selectAttributes(
    {
      SenderId: senderId,
      SentTimestamp: String(message.sentAt),
      ApproximateReceiveCount: String(message.receiveCount),
      ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    },
    wanted,
  );
  return {
    MessageId: message.id,
    ReceiptHandle: message.receiptHandle,
    MD5OfBody: md5(message.body),
    Body: message.body,
    ...(Object.keys(attributes).length > 0 && { Attributes: attributes }),
  };
}

const selectAttributes = (
  all: Readonly<Record<string, string>>,
  wanted: readonly string[] | undefined,
): Record<string, string> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => wanted?.includes('All') || wanted?.includes(name)));
