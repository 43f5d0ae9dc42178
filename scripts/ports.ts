import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections, so that none of those is in the way a moment later. */
const FIRST = 18_000;
const LAST = 32_000;

const given = new Set<number>();

/** A port nobody listens on, and another one at each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (!given.has(port) && (await isPortFree(port))) {
      given.add(port);
      return port;
    }
  }
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    // On all addresses: an IPv6 listener on the same port is in the way too.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
