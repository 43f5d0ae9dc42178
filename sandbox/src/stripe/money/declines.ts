interface Decline {
  readonly code: string;
  readonly decline_code: string;
  readonly message: string;
  readonly advice_code: string;
  readonly network_decline_code: string;
}

const again = 'try_again_later';
const never = 'do_not_try_again';
const confirm = 'confirm_card_data';
const declined = 'Your card was declined.';

type Line = readonly [declineCode: string, code: string, message: string, advice: string, network: string];

const lines: readonly Line[] = [
  ['generic_decline', 'card_declined', declined, again, '01'],
  ['do_not_honor', 'card_declined', declined, again, '05'],
  ['insufficient_funds', 'card_declined', 'Your card has insufficient funds.', again, '51'],
  ['lost_card', 'card_declined', declined, never, '41'],
  ['stolen_card', 'card_declined', declined, never, '43'],
  ['fraudulent', 'card_declined', declined, never, '59'],
  ['pickup_card', 'card_declined', declined, never, '04'],
  [
    'card_velocity_exceeded',
    'card_declined',
    'Your card was declined for making repeated attempts too frequently.',
    again,
    '61',
  ],
  ['expired_card', 'expired_card', 'Your card has expired.', never, '54'],
  ['incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect.", confirm, 'N7'],
  ['incorrect_number', 'incorrect_number', 'Your card number is incorrect.', confirm, '14'],
  [
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
    again,
    '96',
  ],
  [
    'authentication_required',
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
    confirm,
    '1A',
  ],
];

const declines: ReadonlyMap<string, Decline> = new Map(
  lines.map(([decline_code, code, message, advice_code, network_decline_code]) => [
    decline_code,
    { decline_code, code, message, advice_code, network_decline_code },
  ]),
);

export const declineCodes = lines.map(([code]) => code);

export function declineOf(code: string): Decline {
  const found = declines.get(code);
  if (!found) throw new Error(`No decline is called ${code}`);
  return found;
}
