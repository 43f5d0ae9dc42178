import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports, so that an outgoing connection does not take the port in the meantime. */
const FIRST = 18_000;
const LAST = 32_000;

const given = new Set<number>();

/** Returns a port on which nothing listens, and another one at each call. */
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
    // Listens on all addresses, because an IPv6 listener on the same port would also be in conflict.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
