import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../../../lib/limit-concurrency.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same time with and without a hash, so that the time does not reveal which addresses have an account. */
  isRight(passwordHash: string | null, password: string): Promise<boolean>;
}

interface PasswordCost {
  /** The memory cost in KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Argon2id with the parameters that OWASP recommends: 19 MiB, two passes. A hash takes about 50 ms of one core. */
const recommended: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The hash of a discarded random password with the same parameters. Missing accounts are checked against it. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$tddo4mSijwnSAVFuyb0IVQ$HJKUbM7jO7cxySU/0Iu4EqrDTevD7w0R8KMCU5X2SWg';

/** @param cost lower in tests, most of which have nothing to do with passwords */
export function createPasswords(cost = recommended): Passwords {
  // At most two passwords are hashed at a time, so that hashing does not take all cores from other calls.
  const run = limitConcurrency({ atOnce: 2, waiting: 100 });
  return {
    hash: (password) => run(() => hash(password, cost)),
    async isRight(passwordHash, password) {
      const matches = await run(() => verify(passwordHash ?? dummyHash, password));
      return matches && passwordHash !== null;
    },
  };
}
