import type { StripeConstructor } from '@stripe/stripe-js';
import { loadScript } from '../../../lib/browser/load-script.ts';

/**
 * Loads the provider's script when a payment form opens. The script is never one of our own files: card data must stay
 * in the provider's frames.
 */
export const loadProvider = (url: string): Promise<StripeConstructor> =>
  loadScript(url, {
    find: () => window.Stripe,
    failure:
      'The form of the payment provider did not load. Please check your connection, and whether an extension of your browser blocks it.',
  });
