import * as z from 'zod/mini';

/**
 * The worth of news as a message, by mail, to a browser or to a channel. The dashboard and the digest show all news; news
 * without a worth is sent at once.
 */
export type MessageWorth =
  | { readonly sends: 'nothing'; readonly because: string }
  /** A message at this time, if the item is still as it is. */
  | { readonly sends: 'later'; readonly until: Date; readonly because: string };

/** The choices for the minutes for which an item must stay bad before anyone is sent a message. */
export const minimumMinuteChoices = [0, 5, 15, 60] as const;

/** The setting that every kind has. */
export const messageSettings = z.object({ minimumMinutes: z._default(z.literal(minimumMinuteChoices), 0) });

export const messagePanel = {
  minimumMinutes: {
    label: 'Send messages',
    help: 'A problem that is over before is shown here, but nobody gets a message',
    widget: 'minimumMinutes',
  },
} as const;
