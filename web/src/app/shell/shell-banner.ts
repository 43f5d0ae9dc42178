import { paymentStatus } from '@app/shared/domain/billing/payment-status.ts';

/** The facts from which the banner at the top of every page is chosen. */
export interface BannerFacts {
  readonly paymentStatus: number;
  readonly accountErrors: readonly string[];
  /** The instant at which the account errors were closed, 0 for never; likewise for the reminder. */
  readonly errorsClosedAt: number;
  readonly isVerified: boolean;
  readonly reminderClosedAt: number;
  readonly announcement: string | null;
  readonly closedAnnouncement: string | null;
  readonly now: number;
}

export type ShellBanner =
  | { readonly kind: 'payment'; readonly level: 'alert' | 'warning'; readonly title: string; readonly text: string }
  | { readonly kind: 'accountErrors'; readonly text: string }
  | { readonly kind: 'unverified' }
  | { readonly kind: 'announcement'; readonly text: string };

/** Specification, section 4: the box with account errors returns 3 hours after it was closed. */
const errorsHiddenMs = 10_800_000;
const reminderHiddenMs = 24 * 3_600_000;

const payments: Readonly<Record<number, ShellBanner>> = {
  [paymentStatus.blocked]: {
    kind: 'payment',
    level: 'alert',
    title: 'Your account is suspended.',
    text: 'Several attempts to charge it have failed. Please set a payment method that works.',
  },
  [paymentStatus.suspended]: {
    kind: 'payment',
    level: 'alert',
    title: 'Your account is suspended.',
    text: 'The last charge failed. Please set a payment method that works.',
  },
  [paymentStatus.canceled]: {
    kind: 'payment',
    level: 'alert',
    title: 'Your plan is cancelled.',
    text: 'You can re-activate it at any time.',
  },
  [paymentStatus.failed]: {
    kind: 'payment',
    level: 'warning',
    title: 'Your last payment failed.',
    text: 'The account runs on credit until it is paid.',
  },
};

/** Chooses one banner, the worst first: several would not be read. */
export function shellBanner(facts: BannerFacts): ShellBanner | null {
  const payment = payments[facts.paymentStatus] ?? null;
  if (payment?.kind === 'payment' && payment.level === 'alert') return payment;
  if (facts.accountErrors.length > 0 && facts.now - facts.errorsClosedAt >= errorsHiddenMs) {
    return { kind: 'accountErrors', text: facts.accountErrors.join(' ') };
  }
  if (payment) return payment;
  if (facts.announcement && facts.announcement !== facts.closedAnnouncement) {
    return { kind: 'announcement', text: facts.announcement };
  }
  if (!facts.isVerified && facts.now - facts.reminderClosedAt >= reminderHiddenMs) return { kind: 'unverified' };
  return null;
}
