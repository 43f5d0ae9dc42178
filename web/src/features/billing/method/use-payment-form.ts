import { useReducer, useRef } from 'react';
import { messageOfError } from '@app/shared/base/thrown.ts';
import type { PaymentMethod } from '@app/shared/contract/billing.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { firstPaymentForm, reducePaymentForm, type FailedSetUp } from './payment-form.ts';
import { saveToken, type Provider, type SendToken } from './provider-steps.ts';
import { useForgetSetUp, useProvider } from './use-provider.ts';

interface Options {
  readonly method: PaymentMethod['method'];
  readonly send: SendToken;
  /** Called before anything is sent to the provider; false ends the attempt. */
  readonly prepare?: (() => Promise<boolean>) | undefined;
  readonly onSaved: () => void;
}

/** Returns the token of a completed set-up; `null` when the user gives up. */
type Complete = (provider: Provider) => Promise<string | null>;

export function usePaymentForm({ method, send, prepare, onSaved }: Options) {
  const [form, dispatch] = useReducer(reducePaymentForm, firstPaymentForm);
  const provider = useProvider(method, form, dispatch);
  const forgetSetUp = useForgetSetUp(method);
  // The token of a completed set-up that our server has not accepted yet, such as when it did not answer: the next
  // attempt sends the token again instead of completing the set-up a second time.
  const completed = useRef<string | null>(null);
  const submit = async (complete: Complete) => {
    if (!provider || form.phase !== 'ready') return;
    dispatch({ type: 'submitted' });
    try {
      const isPrepared = prepare === undefined || (await prepare());
      if (isPrepared) completed.current ??= await complete(provider);
      if (!isPrepared || completed.current === null) {
        dispatch({ type: 'givenUp' });
        return;
      }
      await saveToken(provider, completed.current, send);
      forgetSetUp();
      onSaved();
    } catch (error) {
      const setUp = setUpAfter(error, completed.current);
      if (setUp === 'usedUp') {
        completed.current = null;
        forgetSetUp();
      }
      dispatch({ type: 'refused', message: messageOfError(error), setUp });
    }
  };
  const restart = () => {
    // If the provider's fields did not load, their set-up may have expired and is forgotten; if its script did not
    // load, the set-up may still be valid.
    if (provider) forgetSetUp();
    completed.current = null;
    dispatch({ type: 'restarted' });
  };
  const showReady = () => dispatch({ type: 'ready' });
  const showNotLoaded = (message: string) => dispatch({ type: 'notLoaded', message, isOutage: false });
  return { form, provider, submit, restart, showReady, showNotLoaded };
}

export type PaymentFormHandle = ReturnType<typeof usePaymentForm>;

/** @param token of the completed set-up; `null` if the provider has not completed it */
function setUpAfter(error: unknown, token: string | null): FailedSetUp {
  if (token === null) return 'open';
  // After no answer or an error of the server the same set-up can be sent again.
  const isRefused = !(error instanceof ApiError) || (error.status > 0 && error.status < 500);
  return isRefused ? 'usedUp' : 'completed';
}
