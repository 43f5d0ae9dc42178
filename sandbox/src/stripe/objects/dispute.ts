import type { Charge } from './charge.ts';
import { none, type Birth, type Metadata } from './rows.ts';

const evidenceFields = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',

  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
];

type DisputeStatus = 'needs_response' | 'won' | 'lost';

const dayInSeconds = 86_400;

export const newDispute = ({ id, created }: Birth, charge: Charge, reason: string) => ({
  id,
  object: 'dispute' as const,
  amount: charge.amount - charge.amount_refunded,
  balance_transactions: [] as readonly never[],
  charge: charge.id,
  created,
  currency: charge.currency,
  enhanced_eligibility_types: [] as readonly string[],
  evidence: { ...Object.fromEntries(evidenceFields.map((field) => [field, none<string>()])), enhanced_evidence: {} },
  evidence_details: {
    due_by: created + 9 * dayInSeconds,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: none<string>(),
  is_charge_refundable: false,
  livemode: false,
  metadata: {} as Metadata,
  payment_intent: charge.payment_intent,
  reason,
  status: 'needs_response' as DisputeStatus,
});

export type Dispute = ReturnType<typeof newDispute>;
