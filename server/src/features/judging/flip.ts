import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { severityForms, severityOfStatus, type Colour } from '@app/shared/base/severity.ts';
import { isWanted, waysToTell } from '@app/shared/watchdogs/model/recipients.ts';
import type { AddressedRecipient, TellingChannel } from '../accounts/recipient-queries.ts';
import type { ItemChange } from './change.ts';

/** A change of an item's status or subject, recorded once: history, outbox and audit in one row. */
export interface FlipRow {
  readonly at: Date;
  readonly itemId: string;
  readonly revision: number;
  readonly productId: string;
  readonly type: string;
  readonly fromStatus: number;
  readonly toStatus: number;
  readonly colour: Colour;
  readonly about: string | null;
  readonly message: string | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly evidence: ItemChange['evidence'];
  /** News for nobody. */
  readonly isSilent: boolean;
  /** It is not only ok but better. */
  readonly isImproved: boolean;
  /** E-mail addresses that are mailed at once. */
  readonly mailed: readonly string[];
  /** Those whose browsers are told. */
  readonly pushed: readonly string[];
  /** Webhooks and Slack channels. */
  readonly channels: readonly { readonly id: string; readonly kind: string }[];
}

interface FlipFacts {
  readonly change: ItemChange;
  readonly watchdog: Watchdog;
  readonly sellerAccountId: string;
  /** Muted, or of a kind that nobody is mailed of. */
  readonly isSilent: boolean;
  readonly recipients: readonly AddressedRecipient[];
  readonly channels: readonly TellingChannel[];
  readonly at: Date;
}

/**
 * A silent item flips as any other, but nobody is told. What became ok is told when it really is better: the end of a
 * window or a new whitelist entry is no improvement.
 */
export function flipOf({ change, watchdog, sellerAccountId, isSilent, recipients, channels, at }: FlipFacts): FlipRow {
  const { colour } = severityForms[severityOfStatus(change.status)];
  const isNews = !isSilent && (change.status !== 0 || change.isImproved);
  const told = (way: 'mail' | 'push'): readonly string[] =>
    (isNews ? recipients : [])
      .filter((recipient) => waysToTell(recipient, { watchdog, colour, sellerAccountId })[way])
      .map(({ emailAddressId }) => emailAddressId);
  const wanting = (isNews ? channels : []).filter((channel) =>
    isWanted({ ...channel, hiddenSellerAccountIds: [] }, { watchdog, colour, sellerAccountId }),
  );
  return {
    at,
    itemId: change.itemId,
    revision: change.revision,
    productId: change.productId,
    type: change.type,
    fromStatus: change.oldStatus,
    toStatus: change.status,
    colour,
    about: change.about,
    message: change.message,
    from: change.from,
    to: change.to,
    evidence: change.evidence,
    isSilent,
    isImproved: change.status === 0 && change.isImproved,
    mailed: told('mail'),
    pushed: told('push'),
    channels: wanting.map(({ channelId, kind }) => ({ id: channelId, kind })),
  };
}
