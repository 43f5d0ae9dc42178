import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@app/shared/base/errors.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long without a hash as with one, so that nobody learns which addresses have an account. */
  isRight(passwordHash: string | null, password: string): Promise<boolean>;
}

/** Argon2id as OWASP advises: 19 MiB, two passes. Some 50 ms of a core each. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** The hash of a password that nobody knows any more, under the same cost. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$tddo4mSijwnSAVFuyb0IVQ$HJKUbM7jO7cxySU/0Iu4EqrDTevD7w0R8KMCU5X2SWg';

/** Hashing must not take every core from the other calls, nor may a queue grow for minutes. */
const maxAtOnce = 2;
const maxWaiting = 100;

export function createPasswords(): Passwords {
  const inTurn = limit(maxAtOnce, maxWaiting);
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async isRight(passwordHash, password) {
      const matches = await inTurn(() => verify(passwordHash ?? nobodys, password));
      return matches && passwordHash !== null;
    },
  };
}

function limit(atOnce: number, waiting: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waiting) throw new AppError('tooManyRequests');
      // Whoever finishes hands its place on: `running` stays as it is.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
