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
  /** Whether the address belongs to a user. Only users log in, and so only their browsers can show notifications. */
  readonly isUser: boolean;
  /** Whether sending is stopped, because the mail server has refused the address for good. */
  readonly isStopped: boolean;
}

/** The properties of an item that decide whether its flips are news at all. */
export interface Occasion {
  readonly isMuted: boolean;
  /** Whether the tenant's plan leaves the kind out. */
  readonly isSuppressed: boolean;
  /** The status of the kind: 20 is a preview, 21 is hidden. */
  readonly groupStatus: number;
}

export const isNewsForNobody = (occasion: Occasion): boolean =>
  occasion.isMuted || occasion.isSuppressed || occasion.groupStatus !== groupStatus.on;

/** One piece of news: a flip's kind, colour and seller account. */
interface AlertNews {
  readonly watchdog: Watchdog;
  readonly colour: Colour;
  readonly sellerAccountId: string;
}

/** Returns whether the address may see this news and wants it, by mail or in a browser. */
export const isWanted = (
  recipient: Pick<Recipient, 'alertSettings' | 'hiddenSellerAccountIds' | 'unsubscribedSellerAccountIds'>,
  { watchdog, colour, sellerAccountId }: AlertNews,
): boolean =>
  !recipient.hiddenSellerAccountIds.includes(sellerAccountId) &&
  !recipient.unsubscribedSellerAccountIds.includes(sellerAccountId) &&
  isMailed(watchdog, colour, recipient.alertSettings);

/**
 * Returns whether alerts may be mailed to the address. Even the primary address must be confirmed first, because anyone
 * can sign up with the address of a stranger.
 */
export const takesMail = ({ isVerified, isStopped }: Pick<Recipient, 'isVerified' | 'isStopped'>): boolean =>
  isVerified && !isStopped;

/**
 * Returns by which transports a recipient gets the news. The decision is made when the flip happens, and again before a
 * mail is sent.
 */
export function waysToTell(recipient: Recipient, told: AlertNews): { readonly mail: boolean; readonly push: boolean } {
  const wanted = isWanted(recipient, told);
  return { mail: wanted && takesMail(recipient), push: wanted && recipient.isUser };
}
