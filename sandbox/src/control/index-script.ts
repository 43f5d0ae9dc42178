import { indexEventsScript } from './index-events-script.ts';

/** Runs in the browser. All data is inserted through textContent, never as markup. */
export const indexScript = `${indexEventsScript}
const byId = (id) => document.getElementById(id);
const timeOf = (at) => new Date(at).toLocaleTimeString(undefined, { hourCycle: 'h23' });
const ofOrders = ['orderPlaced', 'ordersPlaced', 'orderCancelled', 'ordersCancelled'];
const quiet = ['rankMoved', 'rivalRepriced', 'searchDrifted', 'rated', ...ofOrders];
let sellers = [];
let chosen;
let lastId = 0;
let entries = [];

const keyOf = (product) => product && product.marketplace + product.asin;
const picture = (asin, width) => '/sandbox/pictures/' + asin + '.png?w=' + width;
const money = (product) =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency: product.currency }).format(product.price);

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { ok: response.ok, body: await response.json() };
}

async function loadWorld() {
  sellers = (await (await fetch('/sandbox/world')).json()).sellers;
  if (byId('seller').options.length === 0) {
    const option = (value, text) => Object.assign(element('option', '', text), { value });
    const options = () => sellers.map((one) => option(one.sellingPartnerId, one.name));
    byId('seller').append(option('', 'All sellers'), ...options());
    byId('faultSeller').append(option('', 'Any seller'), ...options());
  }
  const all = sellers.flatMap((one) => one.products);
  chosen = all.find((product) => keyOf(product) === keyOf(chosen)) ?? all.find((product) => product.active);
  showProducts();
  showChosen();
}

function troubles(product) {
  return [
    product.suspended && 'suspended', !product.suspended && !product.active && 'inactive',
    product.active && !product.buyBox && 'buy box lost', !product.addToCart && 'no add-to-cart',
    product.searchSuppressed && 'hidden from search', !product.hasImage && 'no image',
  ].filter(Boolean).join(' · ');
}

function showProducts() {
  const wanted = byId('search').value.trim().toLowerCase();
  const from = byId('seller').value;
  const found = sellers.filter((one) => !from || one.sellingPartnerId === from).flatMap((one) => one.products)
    .filter((product) => [product.title, product.asin, ...product.skus].join(' ').toLowerCase().includes(wanted));
  byId('products').replaceChildren(...found.map(productRow));
  if (found.length === 0) byId('products').append(element('li', 'dim small', 'No product matches.'));
}

function productRow(product) {
  const button = element('button', 'product');
  button.type = 'button';
  button.title = product.title;
  button.setAttribute('aria-current', String(keyOf(product) === keyOf(chosen)));
  const image = Object.assign(element('img'), { src: picture(product.asin, 75), alt: '', loading: 'lazy', width: 44, height: 44 });
  const text = element('span');
  const facts = element('span', 'small dim', product.marketplace + ' · ' + product.asin + ' ');
  facts.append(element('span', 'flag', troubles(product)));
  text.append(element('b', '', product.title), facts);
  button.append(image, text, element('span', 'num', money(product)));
  button.addEventListener('click', () => { chosen = product; byId('said').textContent = ''; showProducts(); showChosen(); });
  const item = element('li');
  item.append(button);
  return item;
}

function showChosen() {
  if (!chosen) return;
  byId('picture').src = picture(chosen.asin, 500);
  byId('title').textContent = chosen.title;
  byId('facts').textContent = [chosen.marketplace, chosen.asin, chosen.sku].join(' · ');
  const others = chosen.otherSellers + (chosen.otherSellers === 1 ? ' other seller' : ' other sellers');
  const stock = chosen.fulfillable !== null && chosen.fulfillable + ' in the warehouse';
  const sells = chosen.unitsPerDay > 0 && 'sells ' + chosen.unitsPerDay.toFixed(1) + ' a day';
  const stars = chosen.rating + ' stars';
  byId('state').textContent = [money(chosen), chosen.buyBox && 'buy box ours', others, stars, stock, sells].filter(Boolean).join(' · ');
  byId('troubles').textContent = troubles(chosen);
  const focused = [...byId('events').children].indexOf(document.activeElement);
  byId('events').replaceChildren(...groups.flatMap(([heading, entries]) => {
    const buttons = entries.map((entry) => entry(chosen)).filter(Boolean).map(eventButton);
    return buttons.length > 0 ? [element('h3', 'small dim', heading), ...buttons] : [];
  }));
  byId('events').children[focused]?.focus();
  byId('amount').placeholder = 'New price (' + chosen.currency + ')';
}

function eventButton({ label, event, isUndo }) {
  const button = Object.assign(element('button', isUndo ? 'undo' : '', label), { type: 'button' });
  button.addEventListener('click', () => happen(event));
  return button;
}

async function happen(event) {
  const result = await post('/sandbox/events', { asin: chosen.asin, marketplace: chosen.marketplace, ...event });
  byId('said').className = result.ok ? 'said' : 'said bad';
  byId('said').textContent = result.ok ? 'Done: ' + describe(result.body) : result.body.message;
  await loadLedger();
}

function describe(entry) {
  const detail = Object.entries(entry.detail).filter(([, value]) => value !== undefined && value !== null)
    .filter(([, value]) => typeof value !== 'boolean')
    .map(([name, value]) => name + ' ' + (Array.isArray(value) ? value.join(', ') : value)).join(', ');
  return [entry.type, entry.marketplace, entry.asin].filter(Boolean).join(' ') + (detail && ' (' + detail + ')');
}

async function loadLedger() {
  const news = await (await fetch('/sandbox/ledger?after=' + lastId)).json();
  if (news.length === 0) return;
  if (lastId > 0 && news.some((entry) => entry.kind === 'event' || !quiet.includes(entry.type))) void loadWorld();
  lastId = news.at(-1).id;
  entries = [...news.toReversed(), ...entries].slice(0, 500);
  showLedger();
}

function showLedger() {
  const shown = entries.filter((entry) => entry.kind !== 'ambient' || byId('ambient').checked).slice(0, 60);
  byId('ledger').replaceChildren(...shown.map((entry) => {
    const item = element('li', entry.kind);
    const text = element('span');
    const [type, ...rest] = describe(entry).split(' ');
    text.append(element('b', '', type), ' ' + rest.join(' '));
    item.append(element('time', '', timeOf(entry.at)), text);
    return item;
  }));
  if (shown.length === 0) byId('ledger').append(element('li', 'none', 'Nothing yet.'));
}

function showLife(paused) {
  byId('life').textContent = paused ? 'Resume random events' : 'Pause random events';
  byId('life').setAttribute('aria-pressed', String(paused));
}

byId('price').addEventListener('submit', (submitted) => {
  submitted.preventDefault();
  const price = Number(byId('amount').value);
  void happen(price > 0 ? { type: 'priceChanged', price } : { type: 'priceChanged' });
  byId('amount').value = '';
});
byId('search').addEventListener('input', showProducts);
byId('seller').addEventListener('change', showProducts);
byId('ambient').addEventListener('change', showLedger);
byId('life').addEventListener('click', async () => {
  const paused = byId('life').getAttribute('aria-pressed') === 'true';
  showLife((await post('/sandbox/life', { paused: !paused })).body.paused);
});

byId('clock').addEventListener('click', async () => {
  const result = await post('/sandbox/clock', { advanceMinutes: 1440 });
  byId('said').className = result.ok ? 'said' : 'said bad';
  byId('said').textContent = result.ok ? 'It is ' + new Date(result.body.now).toLocaleString() : result.body.message;
  await loadWorld();
  await loadLedger();
});

byId('faults').addEventListener('submit', async (submitted) => {
  submitted.preventDefault();
  const sellerId = byId('faultSeller').value;
  const isMail = byId('fault').value.startsWith('smtp');
  const lasts = byId('fault').value.startsWith('notifications');
  const fault = { fault: byId('fault').value, ...(!lasts && { count: Number(byId('count').value) }) };
  const result = await post('/sandbox/faults', sellerId && !isMail && !lasts ? { ...fault, sellerId } : fault);
  byId('faulted').className = result.ok ? 'said' : 'said bad';
  byId('faulted').textContent = result.ok ? (lasts ? 'Active until it is cleared.' : 'It will affect the next requests.') : result.body.message;
});
byId('lift').addEventListener('click', async () => {
  await fetch('/sandbox/faults', { method: 'DELETE' });
  byId('faulted').className = 'said';
  byId('faulted').textContent = 'All faults are cleared.';
});

loadWorld();
showLedger();
loadLedger();
fetch('/sandbox/life').then((response) => response.json()).then((life) => showLife(life.paused));
setInterval(loadLedger, 2000);
`;
