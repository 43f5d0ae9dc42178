// Shows what the server tells this browser while nobody looks at Watchpost. It stores nothing and answers no request of
// the pages. server/src/features/delivering/composing/alert/targets/compose-push.ts writes what is read here.

/** As many stand side by side; more become one that says how many. */
const most = 3;
const manyTag = 'watchpost-many';
const words = { RED: 'alert', AMBER: 'warning', GREEN: 'improvement' };

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())));
self.addEventListener('notificationclick', (event) => event.waitUntil(openFor(event.notification)));

async function show({ title, body, productId, tag, colours }) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Whoever looks at the page sees it there.
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

/** An open tab is taken, and told which product; one that shows another page may hold what is not saved yet. */
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
