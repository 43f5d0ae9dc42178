import { groupStatus } from '../../domain/issue-status.ts';
import { isMailed, type AlertSettings } from './alert-settings.ts';
import type { Watchdog } from './define.ts';
import type { Colour } from '../../base/severity.ts';

/** An address that may receive news, with the settings that decide which. */
export interface Recipient {
  readonly alertSettings: AlertSettings;
  /** Seller accounts that the address may not access. */
  readonly hiddenSellerAccountIds: readonly string[];
  /** Seller accounts that the address may see, but gets no alerts about. */
  readonly unsubscribedSellerAccountIds: readonly string[];
  /** Whether the address is the one that the owner signed up with. */
  readonly isPrimary: boolean;
  readonly isVerified: boolean;
  /** Users log in, so that their browsers may have subscribed to notifications. */
  readonly isUser: boolean;
  /** The mail server has refused the address for good. */
  readonly isStopped: boolean;
}

/** The properties of an item that decide whether its flips are news at all. */
export interface Occasion {
  readonly isMuted: boolean;
  /** The tenant's plan does not include the kind. */
  readonly isSuppressed: boolean;
  /** 20 is a preview, 21 is hidden. */
  readonly groupStatus: number;
}

export const isNewsForNobody = (occasion: Occasion): boolean =>
  occasion.isMuted || occasion.isSuppressed || occasion.groupStatus !== groupStatus.on;

/** One piece of news: a flip's kind, colour and seller account. */
export interface AlertNews {
  readonly watchdog: Watchdog;
  readonly colour: Colour;
  readonly sellerAccountId: string;
}

/** Whether the address may see this news and has asked for it, by any channel. */
export const isWanted = (
  recipient: Pick<Recipient, 'alertSettings' | 'hiddenSellerAccountIds' | 'unsubscribedSellerAccountIds'>,
  { watchdog, colour, sellerAccountId }: AlertNews,
): boolean =>
  !recipient.hiddenSellerAccountIds.includes(sellerAccountId) &&
  !recipient.unsubscribedSellerAccountIds.includes(sellerAccountId) &&
  isMailed(watchdog, colour, recipient.alertSettings);

/**
 * Whether alerts may be mailed to the address. It must be confirmed, the primary one too: anyone can sign up with the
 * address of a stranger.
 */
export const takesMail = ({ isVerified, isStopped }: Pick<Recipient, 'isVerified' | 'isStopped'>): boolean =>
  isVerified && !isStopped;

/** The ways by which a recipient gets the news. Evaluated when the flip happens, and again when a mail is sent. */
export function waysToTell(recipient: Recipient, told: AlertNews): { readonly mail: boolean; readonly push: boolean } {
  const wanted = isWanted(recipient, told);
  return { mail: wanted && takesMail(recipient), push: wanted && recipient.isUser };
}
