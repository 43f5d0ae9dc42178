import { groupStatus } from '../../domain/issue-status.ts';
import { isMailed, type AlertSettings } from './alert-settings.ts';
import type { Watchdog } from './define.ts';
import type { Colour } from '../../base/severity.ts';

/** Somebody who may be told of news, and all that decides of which. */
export interface Recipient {
  readonly alertSettings: AlertSettings;
  /** Seller accounts that it may not access. */
  readonly hiddenSellerAccountIds: readonly string[];
  /** Seller accounts that it may see and does not want to be told of. */
  readonly unsubscribedSellerAccountIds: readonly string[];
  /** The owner's, who signed up with it. */
  readonly isPrimary: boolean;
  readonly isVerified: boolean;
  /** Those who log in have browsers, which may have asked to be told. */
  readonly isUser: boolean;
  /** Its mail server refuses it for good. */
  readonly isStopped: boolean;
}

/** What of an item decides whether it is news for anybody. */
export interface Occasion {
  readonly isMuted: boolean;
  /** The tenant's plan has not the kind. */
  readonly isSuppressed: boolean;
  /** 20 is tried out, 21 is hidden. */
  readonly groupStatus: number;
}

export const isNewsForNobody = (occasion: Occasion): boolean =>
  occasion.isMuted || occasion.isSuppressed || occasion.groupStatus !== groupStatus.on;

/** What somebody may be told of. */
export interface Told {
  readonly watchdog: Watchdog;
  readonly colour: Colour;
  readonly sellerAccountId: string;
}

/** Whether it may see this and has asked for it, by whatever channel. */
export const isWanted = (
  recipient: Pick<Recipient, 'alertSettings' | 'hiddenSellerAccountIds' | 'unsubscribedSellerAccountIds'>,
  { watchdog, colour, sellerAccountId }: Told,
): boolean =>
  !recipient.hiddenSellerAccountIds.includes(sellerAccountId) &&
  !recipient.unsubscribedSellerAccountIds.includes(sellerAccountId) &&
  isMailed(watchdog, colour, recipient.alertSettings);

/** The address takes mail and is known to be theirs: the owner signed up with it, others confirmed it. */
export const takesMail = ({
  isPrimary,
  isVerified,
  isStopped,
}: Pick<Recipient, 'isPrimary' | 'isVerified' | 'isStopped'>): boolean => (isPrimary || isVerified) && !isStopped;

/** By which ways somebody is told of what is news. Asked when it happens, and again when a mail is sent. */
export function waysToTell(recipient: Recipient, told: Told): { readonly mail: boolean; readonly push: boolean } {
  const wanted = isWanted(recipient, told);
  return { mail: wanted && takesMail(recipient), push: wanted && recipient.isUser };
}
