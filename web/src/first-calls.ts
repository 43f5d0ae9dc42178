import { hasLoginMarker } from './lib/session/login-marker.ts';
import { worldStateKey } from './lib/session/forget-world.ts';
import { everyLoadQuery, firstLoadQuery } from './world/world-query.ts';

/** The application takes the replies within seconds, or has gone to another page. */
const keptMs = 60_000;

/**
 * Makes the first calls of the dashboard while the scripts of the application are still loading: otherwise the world
 * would be requested only when all of them have run. `takeFirstReply` hands the replies over; the application makes a
 * call itself if its reply is not there, or if it asks for anything else.
 */
function makeFirstCalls(): void {
  if (window.location.pathname !== '/home' || !hasLoginMarker()) return;
  const state = localStorage.getItem(worldStateKey);
  const query = new URLSearchParams({ ...(state === null ? firstLoadQuery : { state }), ...everyLoadQuery });
  const urls = [
    import.meta.env.CSRF_PATH,
    import.meta.env.IDENTITY_PATH,
    `${import.meta.env.WORLD_PATH}?${query.toString()}`,
  ];
  globalThis.firstReplies = new Map(urls.map((url) => [url, send(url)]));
  setTimeout(() => globalThis.firstReplies?.clear(), keptMs);
}

async function send(url: string): Promise<Response | null> {
  try {
    const response = await fetch(url, { credentials: 'same-origin', cache: 'no-store' });
    return response.ok || response.status === 304 ? response : null;
  } catch {
    return null;
  }
}

try {
  makeFirstCalls();
} catch {
  // A private window without storage: the application makes the calls.
}
