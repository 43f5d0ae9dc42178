import type { Server } from 'node:net';

/** Returns the port that the system assigned to a server listening on port 0. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return address.port;
}
