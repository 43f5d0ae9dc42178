/** Runs in the browser. Text is inserted through textContent; a mail's HTML is shown in the sandboxed frame only. */
export const inboxScript = `
const byId = (id) => document.getElementById(id);
const layout = document.querySelector('.inbox');
const read = new Set();
let mails = [];
let chosen;
let view = 'html';

async function refresh() {
  const response = await fetch('/sandbox/mail').catch(() => undefined);
  if (!response?.ok) return;
  const next = await response.json();
  if (next.length === mails.length && next[0]?.id === mails[0]?.id) return;
  mails = next;
  showList();
}

function showList() {
  byId('heading').textContent = mails.length === 0 ? 'Inbox' : 'Inbox (' + mails.length + ')';
  document.title = byId('heading').textContent + ' · Sandbox';
  byId('none').hidden = mails.length > 0;
  byId('mails').replaceChildren(...mails.slice(0, 300).map(row));
}

function row(mail) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = read.has(mail.id) ? 'mail read' : 'mail';
  button.setAttribute('aria-current', String(mail.id === chosen?.id));
  const part = (tag, name, text) => {
    const element = document.createElement(tag);
    element.className = name;
    element.textContent = text;
    return element;
  };
  const time = part('time', '', new Date(mail.date).toLocaleTimeString());
  time.dateTime = mail.date;
  button.append(part('span', 'to', mail.to), time, part('span', 'subject', mail.subject || '(no subject)'));
  button.addEventListener('click', () => open(mail));
  const item = document.createElement('li');
  item.append(button);
  return item;
}

function open(mail) {
  chosen = mail;
  read.add(mail.id);
  view = mail.html ? 'html' : 'text';
  byId('subject').textContent = mail.subject || '(no subject)';
  byId('from').textContent = mail.from;
  byId('to').textContent = mail.to;
  byId('date').textContent = new Date(mail.date).toLocaleString();
  byId('files').replaceChildren(...mail.files.map(link));
  byId('html').srcdoc = '<base target="_blank">' + mail.html;
  byId('choose').hidden = true;
  byId('head').hidden = false;
  layout.classList.add('reading');
  showView();
  showList();
}

function link({ name, path }) {
  const file = document.createElement('a');
  file.href = path;
  file.textContent = name;
  return file;
}

function showView() {
  byId('html').hidden = view !== 'html';
  byId('text').hidden = view === 'html';
  const headers = Object.entries(chosen.headers).map(([name, value]) => name + ': ' + value).join('\\n');
  byId('text').textContent = view === 'text' ? chosen.text : headers;
  for (const button of document.querySelectorAll('[data-view]')) {
    button.setAttribute('aria-pressed', String(button.dataset.view === view));
  }
}

for (const button of document.querySelectorAll('[data-view]')) {
  button.addEventListener('click', () => { view = button.dataset.view; showView(); });
}
byId('back').addEventListener('click', () => layout.classList.remove('reading'));
byId('clear').addEventListener('click', async () => {
  await fetch('/sandbox/mail', { method: 'DELETE' });
  mails = [];
  chosen = undefined;
  byId('head').hidden = byId('html').hidden = byId('text').hidden = true;
  byId('choose').hidden = false;
  layout.classList.remove('reading');
  showList();
});

showList();
refresh();
setInterval(refresh, 2000);
`;
