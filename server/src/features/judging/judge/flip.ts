import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { severityForms, severityOfStatus, type Colour } from '@app/shared/base/severity.ts';
import { isWanted, waysToTell } from '@app/shared/watchdogs/model/recipients.ts';
import { issueStatus } from '@app/shared/domain/issue-status.ts';
import type { AddressedRecipient, AlertChannel } from '../../accounts/recipients/recipient-queries.ts';
import type { ItemChange } from './change.ts';
import type { MessageWorth } from '@app/shared/watchdogs/model/message-worth.ts';

/** A change of an item's status or subject, recorded once. The row serves as history, outbox and audit trail. */
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
  /** True if nobody receives the flip. */
  readonly isSilent: boolean;
  /** True if nobody receives the flip before the mute of its item ends. */
  readonly isMuted: boolean;
  /** True if the item became ok because something improved. */
  readonly isImproved: boolean;
  /** True if the problem is less severe because a part of it is over. */
  readonly isEased: boolean;
  /** True if a user had set the problem to "in progress". */
  readonly wasInProgress: boolean;
  readonly sellerAccountId: string;
  /** The cause that changes of other products may have in common with this one; empty if none is known. */
  readonly cause: string;
  readonly worth: MessageWorth | null;
  readonly calmedAt: Date | null;
  readonly calmUntil: Date | null;
  readonly calmPauses: number;
  /** The incident of which the item was a member before this flip. */
  readonly memberOf: string | null;
  /** The incident from which a user has split the item. */
  readonly apartFrom: string | null;
  /** How long the item must stay bad before anyone is sent a message. */
  readonly minimumMinutes: number;
  /** Ids of the e-mail addresses that receive the flip by mail. */
  readonly mailed: readonly string[];
  /** Ids of the e-mail addresses whose browsers receive the flip. */
  readonly pushed: readonly string[];
  /** Channels, such as webhooks, that receive the flip. */
  readonly channels: readonly FlipChannel[];
}

interface FlipChannel {
  readonly id: string;
  readonly kind: string;
  /** True for hooks of programs, which are called for each flip, even for one that is not worth a message to people. */
  readonly isHook: boolean;
}

interface FlipFacts {
  readonly change: ItemChange;
  readonly watchdog: Watchdog;
  readonly sellerAccountId: string;
  readonly cause: string;
  /** True if the item is muted, or its kind is in preview, hidden or not part of the plan. */
  readonly isSilent: boolean;
  /** True if the flip is silent because the item is muted, and for no other reason. */
  readonly isMuted: boolean;
  readonly calmedAt: Date | null;
  readonly calmUntil: Date | null;
  readonly calmPauses: number;
  readonly apartFrom: string | null;
  readonly minimumMinutes: number;
  readonly recipients: readonly AddressedRecipient[];
  readonly channels: readonly AlertChannel[];
  readonly at: Date;
}

/**
 * Adds the recipients to a flip. A silent item has flips like any other, but no recipients, unless it is only muted: its
 * flip keeps them, because they are told when the mute ends. If an item became ok, people receive it only if something
 * improved (the end of a window or a new whitelist entry is no improvement) and the problem was not set to done, because
 * then they know that it is over. Hooks that subscribe to healed problems are always called, except for silent items.
 */
export function flipOf({
  change,
  watchdog,
  sellerAccountId,
  isSilent,
  isMuted,
  recipients,
  channels,
  ...rest
}: FlipFacts): FlipRow {
  const { colour } = severityForms[severityOfStatus(change.status)];
  const isKnown = change.oldIssueStatus === issueStatus.done;
  const hasRecipients = !isSilent || isMuted;
  const isNews = hasRecipients && (change.status !== 0 || (change.isImproved && !isKnown));
  const told = (way: 'mail' | 'push'): readonly string[] =>
    (isNews ? recipients : [])
      .filter((recipient) => waysToTell(recipient, { watchdog, colour, sellerAccountId })[way])
      .map(({ emailAddressId }) => emailAddressId);
  const event = change.status === 0 ? 'alertHealed' : 'alertRaised';
  const wanting = channels.filter((channel) =>
    channel.hookEvent === null
      ? isNews && isWanted({ ...channel, hiddenSellerAccountIds: [] }, { watchdog, colour, sellerAccountId })
      : !isSilent && channel.hookEvent === event,
  );
  return {
    ...rest,
    sellerAccountId,
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
    isMuted,
    isImproved: change.status === 0 && change.isImproved,
    isEased: change.isEased,
    wasInProgress: change.oldIssueStatus === issueStatus.inProgress,
    worth: change.worth,
    memberOf: change.incidentId,
    mailed: told('mail'),
    pushed: told('push'),
    channels: wanting.map(({ channelId, kind, hookEvent }) => ({ id: channelId, kind, isHook: hookEvent !== null })),
  };
}
