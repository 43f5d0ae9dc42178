/** `challengeOnce` asks for 3-D Secure unless it was passed when the card was saved. Other texts are decline codes. */
type CardAnswer = 'ok' | 'challenge' | 'challengeOnce' | (string & {});

export interface TestCard {
  readonly number: string;
  /** The bank's answer when the card is saved. */
  readonly setup: CardAnswer;
  /** The bank's answer when the card is charged. */
  readonly charge: CardAnswer;
  /** The reason of the dispute that the card holder opens immediately after a charge. */
  readonly dispute?: string;
}

const card = (number: string, setup: CardAnswer, charge: CardAnswer = setup): TestCard => ({ number, setup, charge });

/** Test numbers of https://docs.stripe.com/testing that are declined, challenged or disputed. */
const special: readonly TestCard[] = [
  card('4000000000000002', 'generic_decline'),
  card('4000000000009995', 'insufficient_funds'),
  card('4000000000009987', 'lost_card'),
  card('4000000000009979', 'stolen_card'),
  card('4000000000000069', 'expired_card'),
  card('4000000000000127', 'incorrect_cvc'),
  card('4000000000000119', 'processing_error'),
  card('4242424242424241', 'incorrect_number'),
  card('4000000000000341', 'ok', 'generic_decline'),
  card('4000002500003155', 'challengeOnce'),
  card('4000002760003184', 'challenge'),
  card('4000008260003178', 'challenge', 'insufficient_funds'),
  card('4000000000003220', 'challenge', 'challengeOnce'),
  { ...card('4000000000000259', 'ok'), dispute: 'fraudulent' },
];

const byNumber: ReadonlyMap<string, TestCard> = new Map(special.map((known) => [known.number, known]));
const good = [
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '5200828282828210',
  '378282246310005',
  '6011111111111117',
];

/** The card of a number, or undefined if the number is no test number. */
export const testCardOf = (number: string): TestCard | undefined =>
  byNumber.get(number) ?? (good.includes(number) ? card(number, 'ok') : undefined);

/** Stripe's test card names, without their prefix `tok_` or `pm_card_`, and the card numbers. */
const names: Readonly<Record<string, string>> = {
  visa: '4242424242424242',
  visa_debit: '4000056655665556',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  discover: '6011111111111117',
  chargeDeclined: '4000000000000002',
  visa_chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  chargeCustomerFail: '4000000000000341',
  authenticationRequiredOnSetup: '4000002500003155',
  authenticationRequired: '4000002760003184',
  threeDSecure2Required: '4000000000003220',
  createDispute: '4000000000000259',
};

/** Returns the test card with a name such as `tok_visa` or `pm_card_visa`. */
export function namedCard(name: string): TestCard | undefined {
  const match = /^(?:tok|pm_card)_(\w+)$/.exec(name);
  const number = names[match?.[1] ?? ''];
  return number === undefined ? undefined : testCardOf(number);
}

export function brandOf(number: string): string {
  if (/^3[47]/.test(number)) return 'amex';
  if (/^5[1-5]|^2[2-7]/.test(number)) return 'mastercard';
  return number.startsWith('6') ? 'discover' : 'visa';
}

/** The check digit that every card number ends with. */
export function passesLuhn(number: string): boolean {
  const digits = Array.from(number).toReversed().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
