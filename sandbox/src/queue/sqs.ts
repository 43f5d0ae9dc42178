import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notificationsQueue } from '../environment.ts';
import type { MessageQueue } from './queue.ts';
import { sqsActions } from './sqs-actions.ts';
import { SqsError } from './sqs-error.ts';

interface SqsDeps {
  queue: MessageQueue;
  clock: { now(): Date };
  awsAccessKeyId: string;
  publicUrl: () => string;
  newId: () => string;
}

const contentType = 'application/x-amz-json-1.0';

/** SQS in its JSON protocol: one address, with the action in the `x-amz-target` header. */
export function sqs(deps: SqsDeps): (app: FastifyInstance) => Promise<void> {
  const hungUp = new Set<AbortController>();
  return async (app) => {
    app.addContentTypeParser(contentType, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
    app.addHook('preClose', async () => hungUp.forEach((call) => call.abort()));
    app.setErrorHandler((error, _request, reply) => sendError(reply, error));

    const handle = async (request: FastifyRequest, reply: FastifyReply) => {
      const call = new AbortController();
      hungUp.add(call);
      reply.raw.on('close', () => call.abort());
      try {
        const answer = await runAction(request, deps, call.signal);
        return await reply.header('x-amzn-requestid', deps.newId()).type(contentType).send(answer);
      } finally {
        hungUp.delete(call);
      }
    };
    app.post('/sqs', handle);
    app.post('/sqs/*', handle);
  };
}

function runAction(request: FastifyRequest, deps: SqsDeps, signal: AbortSignal): object | Promise<object> {
  checkSigner(request.headers.authorization, deps.awsAccessKeyId);
  const target = String(request.headers['x-amz-target'] ?? '');
  const action = target.startsWith('AmazonSQS.') ? sqsActions[target.slice('AmazonSQS.'.length)] : undefined;
  if (!action) throw new SqsError('UnknownOperationException', `The sandbox's queue has no action ${target}.`);
  const queueUrl = `${deps.publicUrl()}/sqs/${notificationsQueue.account}/${notificationsQueue.name}`;
  return action(request.body, { queue: deps.queue, clock: deps.clock, queueUrl, signal });
}

/** Checks the access key id but not the signature, which AWS's own client computes and no code of ours does. */
function checkSigner(authorization: string | undefined, accessKeyId: string): void {
  if (!authorization) throw new SqsError('MissingAuthenticationToken', 'Request is missing Authentication Token', 403);
  if (authorization.includes(`Credential=${accessKeyId}/`)) return;
  throw new SqsError('UnrecognizedClientException', 'The security token included in the request is invalid.', 403);
}

function sendError(reply: FastifyReply, error: unknown): FastifyReply {
  const known = error instanceof SqsError ? error : new SqsError('SerializationException', String(error));
  return reply
    .code(known.status)
    .header('x-amzn-query-error', known.queryError)
    .type(contentType)
    .send(JSON.stringify(known.body));
}
