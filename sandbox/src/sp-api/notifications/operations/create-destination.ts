import * as z from 'zod/mini';
import { presentDestination } from '../destinations.ts';
import { grantlessOperation } from '../../operation.ts';

const queueArn = /^arn:aws:sqs:[a-z]{2}-[a-z]+-\d:\d{12}:[\w-]{1,80}$/;
const sqs = z.strictObject({ arn: z.string().check(z.regex(queueArn, 'is not the ARN of a standard queue')) });
const eventBridge = z.strictObject({
  accountId: z.string().check(z.regex(/^\d{12}$/, 'is not the number of an AWS account')),
  region: z.string().check(z.regex(/^[a-z]{2}-[a-z]+-\d$/, 'is not a region')),
});

export const createDestination = grantlessOperation({
  operationId: 'createDestination',
  method: 'POST',
  path: '/notifications/v1/destinations',
  rate: 1,
  burst: 5,
  body: z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(256)),
    // Amazon's documentation: "Applications should use one resource type per destination."
    resourceSpecification: z.union([z.strictObject({ sqs }), z.strictObject({ eventBridge })]),
  }),
  answer: ({ context, body }) => ({
    status: 200,
    body: { payload: presentDestination(context.destinations.create(body.name, body.resourceSpecification)) },
  }),
});
