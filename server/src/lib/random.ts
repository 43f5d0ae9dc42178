import { randomBytes, randomUUID } from 'node:crypto';

/** Chance and ids come in through this port, so that a whole run can be repeated under one seed. */
export interface Random {
  /** 0 ≤ n < 1 */
  fraction(): number;
  uuid(): string;
  /** 256 bits as base64url: session, state and other secrets. */
  token(): string;
}

export const systemRandom: Random = {
  fraction: () => Math.random(),
  uuid: () => randomUUID(),
  token: () => randomBytes(32).toString('base64url'),
};
