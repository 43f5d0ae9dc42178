import { makeUpAlertMails } from '../../src/features/delivering/composing/alert/mail/make-up-mails.ts';
import { releaseHeld } from '../../src/features/delivering/holding/release-held.ts';
import { push } from '@app/shared/transports/push.ts';
import { channelTransports } from '@app/shared/transports/registry.ts';
import { makeUpTargetMessages } from '../../src/features/delivering/composing/alert/targets/make-up-target-messages.ts';
import { makeUpDigests } from '../../src/features/delivering/composing/digest/make-up-digests.ts';
import { openSenders, type SenderContext } from '../../src/features/delivering/open-senders.ts';
import { createOutbox } from '../../src/features/delivering/outbox/outbox.ts';
import type { OutboxContext } from '../../src/features/delivering/outbox/send-message.ts';

export type SendContext = SenderContext & OutboxContext;

/** Sends every due message, as a worker would, and waits until all are settled. */
export const sendMessages = (ctx: SendContext): Promise<void> => createOutbox(ctx, openSenders(ctx)).drain();

/** Composes and sends the alert mails, browser notifications and channel messages for new flips. */
export async function tellAlerts(ctx: SendContext): Promise<void> {
  await releaseHeld(ctx);
  if (ctx.mailer) await makeUpAlertMails(ctx);
  const channels = channelTransports.map(({ id }) => id);
  await makeUpTargetMessages(ctx, ctx.push ? [push.id, ...channels] : channels);
  await sendMessages(ctx);
}

/** Composes and sends the digests that are due. */
export async function sendDigests(ctx: SendContext): Promise<void> {
  while (await makeUpDigests(ctx));
  await sendMessages(ctx);
}
