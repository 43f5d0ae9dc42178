import * as z from 'zod/mini';
import { invalidInput, notFound } from '../../request/error.ts';
import { isOfKind } from '../destinations.ts';
import { notificationKinds, notificationType } from '../notification-type.ts';
import { grantlessOperation } from '../../operation.ts';
import { nonEmpty } from '../../request/parameters.ts';

export const sendTestNotification = grantlessOperation({
  operationId: 'sendTestNotification',
  method: 'POST',
  path: '/notifications/v1/subscriptions/{notificationType}/testNotification',
  rate: 1,
  burst: 5,
  params: { notificationType },
  body: z.strictObject({
    destinationId: nonEmpty,
    testNotification: z.strictObject({ payloadVersion: nonEmpty, testScenario: z.optional(nonEmpty) }),
  }),
  answer: ({ context, params, body }) => {
    const { payloadVersion, goesTo } = notificationKinds[params.notificationType];
    if (body.testNotification.payloadVersion !== payloadVersion) {
      throw invalidInput(`payloadVersion of ${params.notificationType} must be ${payloadVersion}`);
    }
    const destination = context.destinations.find(body.destinationId);
    if (!destination) throw notFound('No destination has this id.');
    if (!isOfKind(destination, goesTo)) throw invalidInput('The type is not sent to this kind of destination');
    context.sendSample(params.notificationType, body.destinationId);
    return { status: 200, body: {} };
  },
});
