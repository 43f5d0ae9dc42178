import { dayMs } from '@app/shared/base/time.ts';
import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';
import { formatDate } from '@app/shared/base/format-date.ts';

interface AccountError {
  /** The id of the seller account; empty for an error of the whole account, such as an address that takes no mail. */
  readonly sellerId: string;
  readonly message: string;
}

/** The facts from which the banner at the top of every page is chosen. */
export interface BannerFacts {
  /** The instant at which the account is deleted; `null` if it stays. */
  readonly deletedAt: string | null;
  readonly paymentStatus: number;
  /** Whether the user is the owner, who alone can fix the payment. */
  readonly isOwner: boolean;
  readonly accountErrors: readonly AccountError[];
  /**
   * When the box with account errors was closed, in ms since 1970; 0 for never. `reminderClosedAt` is the same for the
   * reminder.
   */
  readonly errorsClosedAt: number;
  readonly isVerified: boolean;
  readonly reminderClosedAt: number;
  readonly announcement: string | null;
  readonly closedAnnouncement: string | null;
  readonly now: number;
}

interface PaymentBanner {
  readonly kind: 'payment';
  readonly level: 'alert' | 'warning';
  readonly title: string;
  readonly text: string;
  /**
   * The label of the owner's button, which leads to the page where the payment can be fixed; `null` for other users.
   */
  readonly action: string | null;
}

export type ShellBanner =
  | PaymentBanner
  | { readonly kind: 'deletion'; readonly title: string; readonly text: string; readonly mayKeep: boolean }
  | {
      readonly kind: 'accountErrors';
      readonly text: string;
      /** The section of the settings in which the first account error can be fixed. */
      readonly section: 'storefronts' | 'emails';
    }
  | { readonly kind: 'unverified' }
  | { readonly kind: 'announcement'; readonly text: string };

/** Specification, section 4: the box with account errors returns 3 hours after it was closed. */
const errorsHiddenMs = 10_800_000;
const reminderHiddenMs = dayMs;

const payments: Readonly<Record<number, PaymentBanner & { readonly action: string }>> = {
  [paymentStatus.blocked]: {
    kind: 'payment',
    level: 'alert',
    title: 'Your account is suspended.',
    text: 'Several attempts to charge it have failed. Please set a payment method that works.',
    action: 'Set a payment method',
  },
  [paymentStatus.suspended]: {
    kind: 'payment',
    level: 'alert',
    title: 'Your account is suspended.',
    text: 'The last charge failed. Please set a payment method that works.',
    action: 'Set a payment method',
  },
  [paymentStatus.canceled]: {
    kind: 'payment',
    level: 'alert',
    title: 'Your plan is cancelled.',
    text: 'You can re-activate it at any time.',
    action: 'Re-activate',
  },
  [paymentStatus.missing]: {
    kind: 'payment',
    level: 'alert',
    title: 'Your account has no payment method.',
    text: 'Your products are watched again as soon as there is a payment method.',
    action: 'Add a payment method',
  },
  [paymentStatus.failed]: {
    kind: 'payment',
    level: 'warning',
    title: 'Your last payment failed.',
    text: 'The account runs on credit until it is paid.',
    action: 'Check the payment method',
  },
};

/** Chooses the banner about the worst problem: users would not read several banners. */
export function shellBanner(facts: BannerFacts): ShellBanner | null {
  if (facts.deletedAt !== null) return deletionBanner(facts.deletedAt, facts.isOwner);
  const payment = paymentBanner(facts);
  if (payment?.level === 'alert') return payment;
  if (facts.accountErrors.length > 0 && facts.now - facts.errorsClosedAt >= errorsHiddenMs) {
    const text = facts.accountErrors.map(({ message }) => message).join(' ');
    return { kind: 'accountErrors', text, section: facts.accountErrors[0]?.sellerId ? 'storefronts' : 'emails' };
  }
  if (payment) return payment;
  if (facts.announcement && facts.announcement !== facts.closedAnnouncement) {
    return { kind: 'announcement', text: facts.announcement };
  }
  if (!facts.isVerified && facts.now - facts.reminderClosedAt >= reminderHiddenMs) return { kind: 'unverified' };
  return null;
}

const deletionBanner = (deletedAt: string, isOwner: boolean): ShellBanner => ({
  kind: 'deletion',
  title: `This account is deleted on ${formatDate(Date.parse(deletedAt), { dateStyle: 'long' })}.`,
  text: isOwner
    ? 'Its products are not watched any more. Until then it can be kept.'
    : 'Its products are not watched any more. The owner of the account can keep it.',
  mayKeep: isOwner,
});

function paymentBanner({ paymentStatus: status, isOwner }: BannerFacts): PaymentBanner | null {
  const banner = payments[status];
  if (!banner) return null;
  return isOwner ? banner : { ...banner, text: 'Please ask the owner of the account.', action: null };
}
