import type { Call } from '../api/call.ts';
import { collectingCalls } from './collecting.ts';
import { customerCalls } from './customers.ts';
import { eventCalls } from './events.ts';
import { invoiceCalls } from './invoices.ts';
import { paymentMethodCalls } from './payment-methods.ts';
import { paymentCalls } from './payments.ts';
import { setupIntentCalls } from './setup-intents.ts';
import { taxIdCalls } from './tax-ids.ts';

export const calls: readonly Call[] = [
  ...customerCalls,
  ...taxIdCalls,
  ...setupIntentCalls,
  ...paymentMethodCalls,
  ...invoiceCalls,
  ...collectingCalls,
  ...paymentCalls,
  ...eventCalls,
];
