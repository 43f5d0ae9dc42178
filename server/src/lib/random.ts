import { randomBytes, randomUUID } from 'node:crypto';

/** All randomness and all ids come from this port, so that a run can be repeated with one seed. */
export interface Random {
  /** 0 ≤ n < 1 */
  fraction(): number;
  uuid(): string;
  /** 256 random bits as base64url, for sessions, states and other secrets. */
  token(): string;
}

export const systemRandom: Random = {
  fraction: () => Math.random(),
  uuid: () => randomUUID(),
  token: () => randomBytes(32).toString('base64url'),
};
