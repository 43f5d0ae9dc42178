import type { Context } from '../../context.ts';
import { mailSender } from './composing/mail-composers.ts';
import type { Sender } from './outbox/sender.ts';

/** The transports that this process can send by. */
export const openSenders = (ctx: Context): readonly Sender[] => [mailSender(ctx)].filter((sender) => sender !== null);
