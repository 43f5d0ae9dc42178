import type { Stripe } from 'stripe';
import { paymentMethods, type PaymentMethods } from './payment-methods.ts';
import { providerInvoices, type ProviderInvoices } from './provider-invoices.ts';
import { listSince, openStripe, stripeLibrary, type StripeConfig } from './stripe-call.ts';

/** An event of the provider. Its object is fetched, because events are doubled, late and out of order. */
export interface PaymentEvent {
  readonly eventId: string;
  readonly type: string;
  readonly objectId: string;
  readonly isLive: boolean;
  readonly createdAt: Date;
}

/** The payment provider: Stripe. */
export interface Payments {
  readonly publishableKey: string;
  readonly scriptUrl: string;
  readonly methods: PaymentMethods;
  readonly invoices: ProviderInvoices;
  /** Verifies the signature of a delivered event. Returns `null` for one that is forged, too old or malformed. */
  parseEvent(body: string, signature: string): Promise<PaymentEvent | null>;
  /** Lists the events since an instant, oldest first. The provider keeps them for 30 days. */
  listEvents(since: Date): Promise<readonly PaymentEvent[]>;
}

export function createPayments(config: StripeConfig): Payments {
  const { stripe, call } = openStripe(config);
  return {
    publishableKey: config.publishableKey,
    scriptUrl: config.scriptUrl,
    methods: paymentMethods(call),
    invoices: providerInvoices(call, config),

    async parseEvent(body, signature) {
      const [{ Stripe }, client] = await Promise.all([stripeLibrary(), stripe()]);
      try {
        return eventOf(client.webhooks.constructEvent(body, signature, config.webhookSecret));
      } catch (error) {
        const isInvalid =
          error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError;
        if (isInvalid) return null;
        throw error;
      }
    },

    async listEvents(since) {
      const events = await listSince(call, since, (client, request) => client.events.list(request));
      return events.map(eventOf).toReversed();
    },
  };
}

function eventOf(event: Stripe.Event): PaymentEvent {
  const { object } = event.data;
  return {
    eventId: event.id,
    type: event.type,
    objectId: 'id' in object && typeof object.id === 'string' ? object.id : '',
    isLive: event.livemode,
    createdAt: new Date(event.created * 1000),
  };
}
