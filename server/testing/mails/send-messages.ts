import type { Context } from '../../src/context.ts';
import { openSenders } from '../../src/features/delivering/open-senders.ts';
import { createOutbox } from '../../src/features/delivering/outbox/outbox.ts';

/** Sends every message that is due, as a worker would, and waits until they are settled. */
export const sendMessages = (ctx: Context): Promise<void> => createOutbox(ctx, openSenders(ctx)).drain();
