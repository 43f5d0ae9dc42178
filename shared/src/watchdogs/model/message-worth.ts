import * as z from 'zod/mini';

/**
 * How much news is worth as a message by mail, to a browser or to a channel. News without a `MessageWorth` is sent at
 * once. The dashboard and the digest show all news.
 */
export type MessageWorth =
  | { readonly sends: 'nothing'; readonly because: string }
  /** A message is sent at `until` if the item is unchanged then. */
  | { readonly sends: 'later'; readonly until: Date; readonly because: string };

/** The choices for the number of minutes that a problem must last before a message is sent. */
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
