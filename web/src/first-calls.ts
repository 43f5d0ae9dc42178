import { hasLoginMarker } from './lib/session/login-marker.ts';
import { worldStateKey } from './lib/session/forget-world.ts';
import { everyLoadQuery, firstLoadQuery } from './world/world-query.ts';

/**
 * The replies are dropped after this time: the application takes them within seconds, unless the user left the page.
 */
const keptMs = 60_000;
/** The time for the longest of the calls, body included: that of `lib/http/deadline.ts` for slow calls. */
const answerMs = 180_000;

/** The address of the call that takes longest, for each page that makes its first calls early. */
const longestCalls: ReadonlyMap<string, () => string> = new Map([
  ['/home', worldUrl],
  ['/productsettings', () => import.meta.env.FIRST_PRODUCTS_URL],
]);

function worldUrl(): string {
  const state = localStorage.getItem(worldStateKey);
  const query = new URLSearchParams({ ...(state === null ? firstLoadQuery : { state }), ...everyLoadQuery });
  return `${import.meta.env.WORLD_PATH}?${query.toString()}`;
}

/**
 * Makes the first calls of a page that shows all products while the scripts of the application are still loading;
 * otherwise the products would be requested only after all scripts have run. The application takes a reply by
 * `takeFirstReply`, and makes the call itself if the reply is missing or its address differs.
 */
function makeFirstCalls(): void {
  const longestCall = longestCalls.get(window.location.pathname);
  if (!longestCall || !hasLoginMarker()) return;
  const urls = [import.meta.env.CSRF_PATH, import.meta.env.IDENTITY_PATH, longestCall()];
  globalThis.firstReplies = new Map(urls.map((url) => [url, send(url)]));
  setTimeout(() => globalThis.firstReplies?.clear(), keptMs);
}

async function send(url: string): Promise<Response | null> {
  try {
    const signal = AbortSignal.timeout(answerMs);
    const response = await fetch(url, { credentials: 'same-origin', cache: 'no-store', signal });
    return response.ok || response.status === 304 ? response : null;
  } catch {
    return null;
  }
}

try {
  makeFirstCalls();
} catch {
  // In a private window without storage the application makes the calls itself.
}
