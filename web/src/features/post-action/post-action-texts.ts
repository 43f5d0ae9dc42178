import type { PostActionPath } from './post-action-paths.ts';

interface PostActionText {
  /** The title of the browser's tab. */
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  /** The target of the page's button. */
  readonly next: { readonly label: string; readonly href: string };
  /** Whether the page shows the price of the subscription. */
  readonly hasPricing?: true;
  /** Whether the page asks for the reason of leaving. */
  readonly hasSurvey?: true;
  /** Whether the page offers articles of the help. */
  readonly hasReads?: true;
}

const settings = '/settings';

export const postActionTexts: Readonly<Record<PostActionPath, PostActionText>> = {
  '/subscription': {
    name: 'Coupon',
    title: 'Your coupon is applied',
    lead: 'It counts for your subscription from now on. Your invoices show it.',
    next: { label: 'Subscription & Billing', href: '/subscription-and-billing' },
  },
  '/cancelsubscription': {
    name: '25% off',
    title: 'You have 25% off your monthly fee for 6 months',
    lead: 'Your subscription goes on at the lower fee, and every watchdog with it.',
    next: { label: 'Account settings', href: settings },
    hasReads: true,
  },
  '/newpricingredeemed': {
    name: 'New pricing',
    title: 'You have the new pricing',
    lead: 'From tomorrow on (UTC) you pay by the number of ASINs that are tracked each day.',
    next: { label: 'Next', href: settings },
  },
  '/renewed': {
    name: 'Renewed',
    title: 'Thank you for staying',
    lead: 'Your subscription is renewed, and your products are watched as before. If a bill is still open, they are watched once it is paid.',
    next: { label: 'Back to the Home screen', href: '/home' },
    hasPricing: true,
  },
  '/goodbye': {
    name: 'Goodbye',
    title: 'Goodbye, and thank you',
    lead: 'It was good to watch over your products.',
    next: { label: 'Back to the Home screen', href: '/home' },
    hasSurvey: true,
    hasReads: true,
  },
};
