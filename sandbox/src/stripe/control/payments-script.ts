/** Runs in the browser: redraws the tables every two seconds and posts the actions that a person chooses. */
export const paymentsScript = String.raw`
const said = document.getElementById('said');
const dollars = (cents) => '$' + (cents / 100).toFixed(2);
const timeOf = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');

const happen = async (body) => {
  const response = await fetch('/sandbox/stripe', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const answer = await response.json();
  said.textContent = response.ok ? 'Done: ' + body.type : answer.message;
  await draw();
};

const act = (label, body) => ({ label, body });
const link = (label, href) => ({ label, href });
const chargeActions = ({ id, status, disputed, amount, amountRefunded, paymentMethodType }) => [
  status === 'pending' && act('Settle', { type: 'settle', charge: id }),
  paymentMethodType === 'us_bank_account' && status !== 'failed' && !disputed && act('Return', { type: 'return', charge: id }),
  status === 'succeeded' && !disputed && act('Dispute', { type: 'dispute', charge: id }),
  status === 'succeeded' && !disputed && amountRefunded < amount && act('Refund', { type: 'refund', charge: id }),
  amountRefunded > 0 && act('Fail refund', { type: 'failRefund', charge: id }),
].filter(Boolean);

const columns = {
  charges: [['At', (row) => row.at.slice(0, 16).replace('T', ' ')], ['Amount', (row) => dollars(row.amount)], ['Refunded', (row) => dollars(row.amountRefunded)],
    ['Status', (row) => row.disputed ? row.status + ', disputed' : row.status], ['Failure', (row) => row.failureCode ?? ''], ['Invoice', (row) => row.number ?? ''], ['Customer', (row) => row.customer], ['', chargeActions]],
  invoices: [['At', (row) => timeOf(row.created)], ['Number', (row) => row.number ?? ''], ['Status', (row) => row.status], ['Total', (row) => dollars(row.total)],
    ['Due', (row) => dollars(row.amount_remaining)], ['Attempts', (row) => row.attempt_count], ['Customer', (row) => row.customer],
    ['', (row) => row.hosted_invoice_url ? [link('Page', row.hosted_invoice_url), link('PDF', row.invoice_pdf)] : []]],
  customers: [['At', (row) => timeOf(row.created)], ['Id', (row) => row.id], ['Name', (row) => row.name ?? ''], ['Email', (row) => row.email ?? ''],
    ['Balance', (row) => dollars(row.balance)], ['Default method', (row) => row.invoice_settings.default_payment_method ?? '']],
  paymentMethods: [['At', (row) => timeOf(row.created)], ['Id', (row) => row.id], ['Type', (row) => row.type], ['Ends in', (row) => (row.card ?? row.us_bank_account).last4], ['Customer', (row) => row.customer ?? ''],
    ['', (row) => row.customer ? [act('Detach', { type: 'detach', paymentMethod: row.id })] : []]],
  setupIntents: [['At', (row) => timeOf(row.created)], ['Id', (row) => row.id], ['Status', (row) => row.status], ['Customer', (row) => row.customer ?? ''],
    ['', (row) => row.next_action?.verify_with_microdeposits ? [link('Deposits', row.next_action.verify_with_microdeposits.hosted_verification_url)] : []]],
  bankLinks: [['At', (row) => timeOf(row.created)], ['Id', (row) => row.id], ['Ends in', (row) => row.last4], ['Funds', (row) => row.cents === null ? '' : dollars(row.cents)],
    ['Told', (row) => row.balance ? dollars(row.balance.current.usd) + ' at ' + timeOf(row.balance.as_of) : 'not yet'], ['Customer', (row) => row.account_holder?.customer ?? ''],
    ['', (row) => [act('Few funds', { type: 'bankBalance', account: row.id, cents: 100 }), act('Enough funds', { type: 'bankBalance', account: row.id, cents: 100000 })]]],
  disputes: [['At', (row) => timeOf(row.created)], ['Charge', (row) => row.charge], ['Reason', (row) => row.reason], ['Status', (row) => row.status],
    ['', (row) => row.status === 'needs_response' ? ['won', 'lost'].map((outcome) => act('Close as ' + outcome, { type: 'closeDispute', dispute: row.id, outcome })) : []]],
  events: [['At', (row) => timeOf(row.created)], ['Type', (row) => row.type], ['Object', (row) => row.data.object.id], ['Delivered', (row) => row.pending_webhooks === 0 ? 'yes' : 'no'],
    ['', (row) => [act('Send again', { type: 'resend', event: row.id })]]],
  deliveries: [['Event', (row) => row.type], ['To', (row) => row.url], ['Answer', (row) => row.status ?? 'none'], ['', (row) => row.isForged ? 'forged' : '']],
};

const node = (tag, content) => {
  const made = document.createElement(tag);
  made.append(...[content].flat());
  return made;
};
const control = ({ label, body, href }) => {
  const made = node(href ? 'a' : 'button', label);
  if (href) { made.href = href; made.target = '_blank'; made.style.marginRight = '8px'; }
  else { made.type = 'button'; made.addEventListener('click', () => happen(body)); }
  return made;
};
const cell = (value) => node('td', Array.isArray(value) ? value.map(control) : String(value));

const drawTable = (name, rows) => {
  const place = document.getElementById(name);
  const text = JSON.stringify(rows);
  if (place.dataset.text === text) return;
  place.dataset.text = text;
  if (rows.length === 0) { place.replaceChildren('None yet'); return; }
  const head = node('thead', node('tr', columns[name].map(([title]) => node('th', title))));
  const body = node('tbody', rows.slice(0, 50).map((row) => node('tr', columns[name].map(([, read]) => cell(read(row))))));
  place.replaceChildren(node('table', [head, body]));
};

async function draw() {
  const state = await (await fetch('/sandbox/stripe')).json();
  for (const name of Object.keys(columns)) drawTable(name, name === 'deliveries' ? state[name].toReversed() : state[name]);
}

for (const form of document.querySelectorAll('form[data-type]'))
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = Object.fromEntries([...new FormData(form)].filter(([name]) => name !== ''));
    void happen({ type: form.dataset.type, ...fields, count: Number(fields.count) });
  });
document.getElementById('clear').addEventListener('click', () => void happen({ type: 'clear' }));
void draw();
setInterval(() => { if (!document.hidden) void draw(); }, 2000);
`;
