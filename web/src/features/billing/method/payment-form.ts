import { messageOfError } from '@app/shared/base/thrown.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { LostScript } from '../../../lib/browser/load-script.ts';

/** The state of a payment form. */
export interface PaymentForm {
  /**
   * While `retrying`, a form that did not load is loaded again, below its failure. While `busy`, the provider or our
   * server works on the payment method, and the provider may show its own window.
   */
  readonly phase: 'loading' | 'unavailable' | 'retrying' | 'ready' | 'busy';
  /** The reason of the last failure, from the provider or from our server. */
  readonly failure: string | null;
  /** Whether the form did not load because of an outage, which ends by itself. */
  readonly isOutage: boolean;
  /** How often the form did not load. */
  readonly failedLoads: number;
  /** Section 8: "Card failure shows the message and increments a retry count". */
  readonly retries: number;
  /** Grows by one for each set-up that is begun at the provider. */
  readonly setUps: number;
  /** Whether the provider has completed the set-up, and only our server has not accepted its method yet. */
  readonly isCompleted: boolean;
}

/**
 * The set-up after a failure: `open` if the provider has refused the method, so that the same form can be sent again;
 * `completed` if our server did not answer, so that its method is sent again; `usedUp` if our server has refused the
 * method, so that another one needs a new set-up.
 */
export type FailedSetUp = 'open' | 'completed' | 'usedUp';

export type PaymentEvent =
  /** The set-up and the script of the provider are there, and only its fields are awaited. */
  | { readonly type: 'begun' }
  | { readonly type: 'ready' }
  | { readonly type: 'notLoaded'; readonly message: string; readonly isOutage: boolean }
  | { readonly type: 'submitted' }
  | { readonly type: 'refused'; readonly message: string; readonly setUp: FailedSetUp }
  /** The user closed the provider's window. */
  | { readonly type: 'givenUp' }
  | { readonly type: 'restarted' };

export const firstPaymentForm: PaymentForm = {
  phase: 'loading',
  failure: null,
  isOutage: false,
  failedLoads: 0,
  retries: 0,
  setUps: 1,
  isCompleted: false,
};

export function reducePaymentForm(form: PaymentForm, event: PaymentEvent): PaymentForm {
  switch (event.type) {
    case 'begun':
      return form.phase === 'retrying' ? { ...form, phase: 'loading', failure: null } : form;
    case 'ready':
      return form.phase === 'loading' ? { ...form, phase: 'ready' } : form;
    case 'notLoaded':
      return {
        ...form,
        phase: 'unavailable',
        failure: event.message,
        isOutage: event.isOutage,
        failedLoads: form.failedLoads + 1,
      };
    case 'submitted':
      return { ...form, phase: 'busy', failure: null };
    case 'givenUp':
      return { ...form, phase: 'ready' };
    case 'refused':
      return {
        ...form,
        phase: event.setUp === 'usedUp' ? 'loading' : 'ready',
        failure: event.message,
        isOutage: false,
        retries: form.retries + 1,
        setUps: form.setUps + (event.setUp === 'usedUp' ? 1 : 0),
        isCompleted: event.setUp === 'completed',
      };
    // The remaining event is 'restarted'.
    default: {
      const isRetry = form.phase === 'unavailable';
      return {
        ...form,
        phase: isRetry ? 'retrying' : 'loading',
        failure: isRetry ? form.failure : null,
        setUps: form.setUps + 1,
        isCompleted: false,
      };
    }
  }
}

/** The event of a form that did not load because of this error. */
export const notLoadedBy = (error: unknown): PaymentEvent => ({
  type: 'notLoaded',
  message: messageOfError(error),
  isOutage:
    error instanceof ApiError ? error.isOutage || error.code === 'paymentProvider' : error instanceof LostScript,
});

/** The number of failures in words, from the second on. */
export const retriesText = ({ retries }: Pick<PaymentForm, 'retries'>): string | null =>
  retries < 2 ? null : `${retries} attempts have failed.`;
