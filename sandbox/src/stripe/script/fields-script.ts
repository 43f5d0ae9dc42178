/** Runs in the frame of an element: its fields, their checks and the calls that use them. */
export const fieldsScript = String.raw`
const isCardElement = document.body.dataset.kind === 'card';
const field = (name) => document.getElementById(name);
const digits = (name) => field(name).value.replace(/\D/g, '');
let types = ['card'];
const chosenType = () => document.querySelector('input[name=type]:checked')?.value ?? types[0];

const passesLuhn = (number) => [...number].reverse()
  .map((digit, place) => (place % 2 ? Number(digit) * 2 : Number(digit)))
  .reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
const isAmex = () => /^3[47]/.test(digits('number'));
const problem = (code, message) => ({ type: 'validation_error', code, message });

const numberProblem = () => {
  const number = digits('number');
  if (number.length < (isAmex() ? 15 : 16)) return problem('incomplete_number', 'Your card number is incomplete.');
  return passesLuhn(number) ? null : problem('invalid_number', 'Your card number is invalid.');
};
const expiryProblem = () => {
  const expiry = digits('expiry');
  if (expiry.length < 4) return problem('incomplete_expiry', "Your card's expiration date is incomplete.");
  const month = Number(expiry.slice(0, 2));
  const end = new Date(2000 + Number(expiry.slice(2)), month, 1);
  if (month < 1 || month > 12) return problem('invalid_expiry_month', "Your card's expiration date is invalid.");
  return end.getTime() > Number(document.body.dataset.now) ? null : problem('invalid_expiry_year_past', "Your card's expiration year is in the past.");
};
const cvcProblem = () => digits('cvc').length < (isAmex() ? 4 : 3) ? problem('incomplete_cvc', "Your card's security code is incomplete.") : null;
const holderProblem = () => field('holder').value.trim() ? null : problem('incomplete_name', 'Please provide the name of the account holder.');
const routingProblem = () => digits('routing').length === 9 ? null : problem('incomplete_routing_number', 'Your routing number is incomplete.');
const accountProblem = () => digits('account').length >= 4 ? null : problem('incomplete_account_number', 'Your account number is incomplete.');

const checks = {
  card: { number: numberProblem, expiry: expiryProblem, cvc: cvcProblem },
  us_bank_account: { holder: holderProblem, routing: routingProblem, account: accountProblem },
};
const own = () => Object.entries(checks[chosenType()]);
const firstProblem = () => own().map(([, check]) => check()).find(Boolean) ?? null;

// The names of fields that the person has left. An incomplete field is shown as wrong only after it was left.
const left = new Set();
const showProblems = (all) => {
  if (all) own().forEach(([name]) => left.add(name));
  for (const [name, check] of own()) {
    const error = left.has(name) ? check() : null;
    field(name).setAttribute('aria-invalid', String(Boolean(error)));
    field(name + '-error').textContent = error ? error.message : '';
  }
};
const tellChange = () => {
  const error = own().filter(([name]) => left.has(name) && field(name).value).map(([, check]) => check()).find(Boolean);
  const detail = { complete: !firstProblem(), empty: own().every(([name]) => !field(name).value), error: error ?? undefined };
  announce('change', isCardElement ? { ...detail, brand: isAmex() ? 'amex' : 'visa' } : { ...detail, collapsed: false, value: { type: chosenType() } });
};

const grouped = (value) => value.slice(0, isAmex() ? 15 : 16).replace(/(\d{4})(?=\d)/g, '$1 ');
const formats = {
  number: grouped,
  expiry: (value) => value.length > 2 ? value.slice(0, 2) + ' / ' + value.slice(2, 4) : value,
  cvc: (value) => value.slice(0, 4),
  routing: (value) => value.slice(0, 9),
  account: (value) => value.slice(0, 17),
};
for (const input of document.querySelectorAll('input[type=text]')) {
  input.addEventListener('input', () => {
    const format = formats[input.id];
    if (format && input.selectionEnd === input.value.length) input.value = format(digits(input.id));
    showProblems(false);
    tellChange();
  });
  input.addEventListener('focus', () => announce('focus', {}));
  input.addEventListener('blur', () => {
    if (input.value) left.add(input.id);
    showProblems(false);
    tellChange();
    announce('blur', {});
  });
  input.addEventListener('keydown', (event) => { if (event.key === 'Escape') announce('escape', {}); });
}

const showTypes = () => {
  document.getElementById('types').hidden = types.length < 2;
  for (const part of document.querySelectorAll('[data-type]')) part.hidden = part.dataset.type !== chosenType();
};
document.getElementById('types').addEventListener('change', () => { showTypes(); tellChange(); });

const refuse = () => { showProblems(true); return { error: firstProblem() }; };
const cardFields = () => {
  const expiry = digits('expiry');
  return { number: digits('number'), exp_month: Number(expiry.slice(0, 2)), exp_year: 2000 + Number(expiry.slice(2)), cvc: digits('cvc') };
};
const createMethod = (billing = {}) => chosenType() === 'card'
  ? send('POST', '/v1/payment_methods', { type: 'card', card: cardFields(), billing_details: billing })
  : send('POST', '/v1/payment_methods', {
      type: 'us_bank_account',
      us_bank_account: { routing_number: digits('routing'), account_number: digits('account'), account_holder_type: 'individual' },
      billing_details: { ...billing, name: field('holder').value.trim() },
    });

Object.assign(actions, {
  validate: () => firstProblem() ? refuse() : { selectedPaymentMethod: chosenType() },
  confirmSetup: async ({ clientSecret, billing, paymentMethod }) => {
    if (paymentMethod) return confirm(clientSecret, { payment_method: paymentMethod });
    if (firstProblem()) return refuse();
    const method = await createMethod(billing);
    return method.error ? { error: method.error } : confirm(clientSecret, { payment_method: method.id });
  },
  createToken: async ({ data = {} }) => {
    if (firstProblem()) return refuse();
    const token = await send('POST', '/v1/tokens', { card: { ...cardFields(), name: data.name } });
    return token.error ? { error: token.error } : { token };
  },
  createPaymentMethod: async ({ billing }) => {
    if (firstProblem()) return refuse();
    const paymentMethod = await createMethod(billing);
    return paymentMethod.error ? { error: paymentMethod.error } : { paymentMethod };
  },
  appearance: ({ appearance = {}, options = {} }) => {
    const root = document.documentElement;
    root.style.colorScheme = appearance.theme === 'night' ? 'dark' : 'light dark';
    for (const [name, value] of Object.entries(appearance.variables ?? {})) root.style.setProperty('--' + name, value);
    if (appearance.variables?.colorBackground) root.dataset.filled = 'true';
    for (const input of document.querySelectorAll('input')) input.disabled = options.disabled === true || options.readOnly === true;
  },
  focus: () => field(own()[0][0]).focus(),
  blur: () => document.activeElement?.blur(),
  clear: () => { for (const input of document.querySelectorAll('input[type=text]')) input.value = ''; left.clear(); showProblems(false); tellChange(); },
});

const clientSecret = query.get('clientSecret');
if (!isCardElement && clientSecret) {
  const { setupIntent, error } = await actions.retrieve({ clientSecret });
  if (setupIntent) types = setupIntent.payment_method_types;
  else announce('loaderror', { error });
}
showTypes();
`;
