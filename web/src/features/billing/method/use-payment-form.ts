import { useReducer, useRef } from 'react';
import type { PaymentMethod } from '@app/shared/contract/billing.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { firstPaymentForm, reducePaymentForm } from './payment-form.ts';
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
export type Complete = (provider: Provider) => Promise<string | null>;

export function usePaymentForm({ method, send, prepare, onSaved }: Options) {
  const [form, dispatch] = useReducer(reducePaymentForm, firstPaymentForm);
  const provider = useProvider(method, form, dispatch);
  const forgetSetUp = useForgetSetUp(method);
  // A set-up that our server has not taken yet, such as when it did not answer: it is not completed a second time.
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
      const isUsedUp = completed.current !== null && isFinal(error);
      if (isUsedUp) {
        completed.current = null;
        forgetSetUp();
      }
      dispatch({ type: 'refused', message: error instanceof Error ? error.message : String(error), isUsedUp });
    }
  };
  const restart = () => {
    // Fields that did not load may belong to a set-up that has ended; a script that did not load may not.
    if (provider) forgetSetUp();
    dispatch({ type: 'restarted' });
  };
  const showReady = () => dispatch({ type: 'ready' });
  const showNotLoaded = (message: string) => dispatch({ type: 'notLoaded', message });
  return { form, provider, submit, restart, showReady, showNotLoaded };
}

export type PaymentFormHandle = ReturnType<typeof usePaymentForm>;

/** A server that did not answer may be asked again with the same set-up. */
const isFinal = (error: unknown): boolean => !(error instanceof ApiError) || (error.status > 0 && error.status < 500);
