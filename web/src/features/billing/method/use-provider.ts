import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type Dispatch } from 'react';
import { startPaymentSetup, type PaymentMethod } from '@app/shared/contract/billing.ts';
import { call } from '../../../lib/http/call.ts';
import { loadProvider } from './load-provider.ts';
import { notLoadedBy, type PaymentEvent, type PaymentForm } from './payment-form.ts';
import type { Provider } from './provider-steps.ts';

type Method = PaymentMethod['method'];

/**
 * The time for which a set-up is kept: the server allows few set-ups per hour, so a form that is opened again continues
 * with the one that was begun.
 */
const keptMs = 30 * 60_000;

const setUpKey = (method: Method) => ['payment-set-up', method] as const;

/** Begins a set-up and loads the provider's script; `null` until both are there. */
export function useProvider(
  method: Method,
  { setUps }: Pick<PaymentForm, 'setUps'>,
  dispatch: Dispatch<PaymentEvent>,
): Provider | null {
  const client = useQueryClient();
  const [provider, setProvider] = useState<Provider | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const begin = async () => {
      const { clientSecret, publishableKey, scriptUrl } = await client.fetchQuery({
        queryKey: setUpKey(method),
        queryFn: () => call(startPaymentSetup, { body: { method } }),
        staleTime: keptMs,
        gcTime: keptMs,
      });
      const makeStripe = await loadProvider(scriptUrl);
      if (!isCurrent) return;
      setProvider({ stripe: makeStripe(publishableKey), clientSecret, setUp: setUps });
      dispatch({ type: 'begun' });
    };
    begin().catch((error: unknown) => {
      if (isCurrent) dispatch(notLoadedBy(error));
    });
    return () => {
      isCurrent = false;
      setProvider(null);
    };
  }, [client, method, setUps, dispatch]);
  return provider;
}

/** Returns a function that forgets a set-up that was completed: the next card needs a new one. */
export function useForgetSetUp(method: Method): () => void {
  const client = useQueryClient();
  return () => client.removeQueries({ queryKey: setUpKey(method) });
}
