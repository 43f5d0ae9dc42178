import * as z from 'zod/mini';
import { presentDestination } from './destinations.ts';
import { grantlessOperation } from '../operation.ts';

const queueArn = /^arn:aws:sqs:[a-z]{2}-[a-z]+-\d:\d{12}:[\w-]{1,80}$/;

export const createDestination = grantlessOperation({
  operationId: 'createDestination',
  method: 'POST',
  path: '/notifications/v1/destinations',
  rate: 1,
  burst: 5,
  body: z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(256)),
    // Both notification types of the sandbox go to queues only.
    resourceSpecification: z.strictObject({
      sqs: z.strictObject({ arn: z.string().check(z.regex(queueArn, 'is not the ARN of a standard queue')) }),
    }),
  }),
  answer: ({ desk, body }) => ({
    status: 200,
    body: { payload: presentDestination(desk.destinations.create(body.name, body.resourceSpecification.sqs.arn)) },
  }),
});
