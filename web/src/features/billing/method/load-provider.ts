import type { StripeConstructor } from '@stripe/stripe-js';

/** A server that cannot be reached may leave the browser waiting for minutes. */
const longestMs = 20_000;

const scripts = new Map<string, Promise<StripeConstructor>>();

/**
 * Loads the provider's script once, when a payment form opens. It is never part of our own files: the data of cards
 * stay in the provider's frames.
 */
export function loadProvider(url: string): Promise<StripeConstructor> {
  const script = scripts.get(url) ?? addScript(url);
  scripts.set(url, script);
  // A script that failed is loaded again by the next attempt.
  script.catch(() => scripts.delete(url));
  return script;
}

function addScript(url: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error(notLoadedText));
    };
    const timer = setTimeout(fail, longestMs);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.Stripe) resolve(window.Stripe);
      else fail();
    });
    script.src = url;
    document.head.append(script);
  });
}

const notLoadedText =
  'The form of the payment provider did not load. Please check your connection, and whether an extension of your browser blocks it.';
