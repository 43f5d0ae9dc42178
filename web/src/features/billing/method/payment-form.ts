/** The state of a payment form. */
export interface PaymentForm {
  /** While `busy`, the provider or our server works on the payment method, and the provider may show its own window. */
  readonly phase: 'loading' | 'unavailable' | 'ready' | 'busy';
  /** The reason of the last failure, from the provider or from our server. */
  readonly failure: string | null;
  /** Section 8: "Card failure shows the message and increments a retry count". */
  readonly retries: number;
  /** Grows by one for each set-up that is begun at the provider. */
  readonly setUps: number;
}

export type PaymentEvent =
  | { readonly type: 'ready' }
  | { readonly type: 'notLoaded'; readonly message: string }
  | { readonly type: 'submitted' }
  /** `isUsedUp`: the set-up was completed, so that another card needs a new one. */
  | { readonly type: 'refused'; readonly message: string; readonly isUsedUp: boolean }
  /** The user closed the provider's window. */
  | { readonly type: 'givenUp' }
  | { readonly type: 'restarted' };

export const firstPaymentForm: PaymentForm = { phase: 'loading', failure: null, retries: 0, setUps: 1 };

export function reducePaymentForm(form: PaymentForm, event: PaymentEvent): PaymentForm {
  switch (event.type) {
    case 'ready':
      return form.phase === 'loading' ? { ...form, phase: 'ready' } : form;
    case 'notLoaded':
      return { ...form, phase: 'unavailable', failure: event.message };
    case 'submitted':
      return { ...form, phase: 'busy', failure: null };
    case 'givenUp':
      return { ...form, phase: 'ready' };
    case 'refused':
      return {
        phase: event.isUsedUp ? 'loading' : 'ready',
        failure: event.message,
        retries: form.retries + 1,
        setUps: form.setUps + (event.isUsedUp ? 1 : 0),
      };
    // The remaining event is 'restarted'.
    default:
      return { ...form, phase: 'loading', failure: null, setUps: form.setUps + 1 };
  }
}

/** The number of failures in words, from the second on. */
export const retriesText = ({ retries }: Pick<PaymentForm, 'retries'>): string | null =>
  retries < 2 ? null : `${retries} attempts have failed.`;
