/** Runs in the overlay in which a person links a bank account or types its numbers. */
export const bankScript = String.raw`
const collect = async (fields) => {
  const response = await fetch('/stripe-js/bank-accounts', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret: query.get('clientSecret'), name: document.getElementById('holder').value.trim(), email: query.get('email') ?? '', ...fields }),
  });
  const body = await response.json();
  if (!body.error) announce('done', { setupIntent: body });
  else document.getElementById('said').textContent = body.error.message;
};
document.getElementById('holder').value = query.get('name') ?? '';
for (const button of document.querySelectorAll('[data-account]'))
  button.addEventListener('click', () => collect({ account: button.dataset.account }));
document.getElementById('manual').addEventListener('submit', (event) => {
  event.preventDefault();
  collect({ routingNumber: document.getElementById('routing').value.trim(), accountNumber: document.getElementById('account').value.trim() });
});
document.getElementById('close').addEventListener('click', () => announce('done', null));
`;
