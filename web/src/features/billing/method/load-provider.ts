import type { StripeConstructor } from '@stripe/stripe-js';
import { loadScript } from '../../../lib/browser/load-script.ts';

/**
 * Loads the provider's script when a payment form opens. It is never part of our own files: the data of cards stay in
 * the provider's frames.
 */
export const loadProvider = (url: string): Promise<StripeConstructor> =>
  loadScript(url, {
    find: () => window.Stripe,
    failure:
      'The form of the payment provider did not load. Please check your connection, and whether an extension of your browser blocks it.',
  });
