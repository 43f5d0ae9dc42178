import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** The range of ports is below the ephemeral ports, so that no outgoing connection takes the port before it is used. */
const FIRST = 18_000;
const LAST = 32_000;

/** The number of ports that a process claims at once. */
const CLAIMED = 50;

/** The ports that this process has claimed and not given yet. */
const claimed: number[] = [];

/**
 * Returns a port on which nothing listens, and which no other process that asks here is given while this one runs: it
 * may be used later, and again after a restart. Each call returns another port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = claimed.shift();
    if (port === undefined) claimed.push(...(await claimPorts()));
    else if (await isPortFree(port)) return port;
  }
}

/** Claims some ports in a row by listening on the first of them until this process ends. */
async function claimPorts(): Promise<readonly number[]> {
  for (;;) {
    const first = FIRST + CLAIMED * randomInt((LAST - FIRST) / CLAIMED);
    if (await holdPort(first)) return Array.from({ length: CLAIMED - 1 }, (_, index) => first + 1 + index);
  }
}

/** Listens on a port without keeping this process alive. Returns false if the port is in use. */
function holdPort(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const holder = createServer();
    holder.once('error', () => resolve(false));
    holder.listen(port, '127.0.0.1', () => resolve(true)).unref();
  });
}

export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    // Listens on all addresses, because an IPv6 listener on the same port would also be in conflict.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
