import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The range of ports is below the ephemeral ports, so that no outgoing connection takes the port before it is used. */
const FIRST = 18_000;
const LAST = 32_000;

const given = new Set<number>();

/** Returns a port on which nothing listens. Each call returns another port. */
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
