import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../../lib/limit-concurrency.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long without a hash as with one, so that nobody learns which addresses have an account. */
  isRight(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Argon2id as OWASP advises: 19 MiB, two passes. Some 50 ms of a core each. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** The hash of a password that nobody knows any more, under the same cost. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$tddo4mSijwnSAVFuyb0IVQ$HJKUbM7jO7cxySU/0Iu4EqrDTevD7w0R8KMCU5X2SWg';

export function createPasswords(): Passwords {
  // Hashing must not take every core from the other calls.
  const run = limitConcurrency({ atOnce: 2, waiting: 100 });
  return {
    hash: (password) => run(() => hash(password, cost)),
    async isRight(passwordHash, password) {
      const matches = await run(() => verify(passwordHash ?? nobodys, password));
      return matches && passwordHash !== null;
    },
  };
}
