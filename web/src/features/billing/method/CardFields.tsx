import type { StripeElements } from '@stripe/stripe-js';
import { useEffect, useRef } from 'react';
import { readScheme, useScheme } from '../../../ui/hooks/use-scheme.ts';
import { providerAppearance } from './appearance.ts';
import type { Provider } from './provider-steps.ts';

interface Props {
  readonly provider: Provider;
  readonly onReady: (elements: StripeElements) => void;
  readonly onNotLoaded: (message: string) => void;
}

/** The provider's frame with the fields of a card. Section 9: "remember-me disabled". */
export function CardFields({ provider: { stripe, clientSecret }, onReady, onNotLoaded }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const shown = useRef<StripeElements | null>(null);
  const scheme = useScheme();
  const callbacks = useRef({ onReady, onNotLoaded });
  useEffect(() => {
    callbacks.current = { onReady, onNotLoaded };
  });
  // The system may change its colours while the form is open.
  useEffect(() => void shown.current?.update({ appearance: providerAppearance(scheme) }), [scheme]);
  useEffect(() => {
    if (!host.current) return undefined;
    const elements = stripe.elements({ clientSecret, appearance: providerAppearance(readScheme()) });
    const element = elements.create('payment', { wallets: { applePay: 'never', googlePay: 'never', link: 'never' } });
    element.on('ready', () => callbacks.current.onReady(elements));
    element.on('loaderror', ({ error }) => callbacks.current.onNotLoaded(error.message ?? notLoadedText));
    element.mount(host.current);
    shown.current = elements;
    return () => {
      shown.current = null;
      element.destroy();
    };
  }, [stripe, clientSecret]);
  return <div ref={host} />;
}

const notLoadedText = 'The fields of the payment provider did not load.';
