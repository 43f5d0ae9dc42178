// This service worker shows push messages while no page of Watchpost is visible. It stores nothing and answers no
// requests of the pages. server/src/features/delivering/composing/alert/targets/compose-push.ts writes the messages.

/** Up to this many notifications are shown side by side; more are merged into one that states their number. */
const most = 3;
const manyTag = 'watchpost-many';
const words = { RED: 'alert', AMBER: 'warning', GREEN: 'improvement' };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())));
self.addEventListener('notificationclick', (event) => event.waitUntil(openFor(event.notification)));

async function show({ title, body, productId, tag, colours }) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // A visible page already shows the alert.
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const others = (await self.registration.getNotifications()).filter((one) => one.tag !== tag);
  const news = { icon: '/icon-192.png', badge: '/icon-192.png', lang: 'en' };
  if (others.length < most && !others.some((one) => one.tag === manyTag)) {
    await self.registration.showNotification(title, { ...news, body, tag, data: { productId, colours } });
    return;
  }
  const all = sumOf([colours, ...others.map(({ data }) => data?.colours)]);
  for (const other of others) other.close();
  const data = { productId: null, colours: all };
  await self.registration.showNotification(textOf(all), { ...news, body: `${title}. ${body}`, tag: manyTag, data });
}

function sumOf(counts) {
  const sum = (colour) => counts.reduce((total, one) => total + (one?.[colour] ?? 0), 0);
  return Object.fromEntries(Object.keys(words).map((colour) => [colour, sum(colour)]));
}

/** "12 alerts, 3 improvements" */
function textOf(colours) {
  return Object.entries(words)
    .filter(([colour]) => colours[colour] > 0)
    .map(([colour, word]) => `${colours[colour]} ${word}${colours[colour] === 1 ? '' : 's'}`)
    .join(', ');
}

/** Shows the product in an open tab with the dashboard, or else in a new tab: another page may have unsaved changes. */
async function openFor(notification) {
  notification.close();
  const { productId } = notification.data;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const home = windows.find(({ url }) => new URL(url).pathname === '/home');
  if (!home) {
    await self.clients.openWindow(productId === null ? '/home?view=wd' : `/home#pdet-${productId}`);
    return;
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of this worker has no other origin
  home.postMessage({ type: 'open', productId });
  await home.focus().catch(() => undefined);
}
