import { createECDH, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Refusal } from './say.ts';

const secretsShape = z.object({
  /** The encryption keys, in the form of ENCRYPTION_KEYS. */
  encryptionKeys: z.string(),
  databasePasswords: z.object({ postgres: z.string(), owner: z.string(), api: z.string(), worker: z.string() }),
  /** The key pair of push messages, in the form of VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY. */
  vapidKeys: z.object({ publicKey: z.string(), privateKey: z.string() }),
});
/** The secrets as stored. Installations that are older than browser notifications have no VAPID keys. */
const storedShape = z.extend(secretsShape, { vapidKeys: z.optional(secretsShape.shape.vapidKeys) });
export type Secrets = z.infer<typeof secretsShape>;

/** Returns the secrets of this installation. They are created once, and only their owner can read the file. */
export function secretsOf(dataFolder: string): Secrets {
  const file = join(dataFolder, 'secrets.json');
  if (!existsSync(file)) {
    writeNew(dataFolder, file);
  }
  const { vapidKeys, ...others } = read(dataFolder, file);
  return vapidKeys ? { ...others, vapidKeys } : storeSecrets(file, { ...others, vapidKeys: newVapidKeys() });
}

function read(dataFolder: string, file: string): z.infer<typeof storedShape> {
  try {
    return storedShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Refusal(
      `${file} is damaged. Without it what is stored encrypted is lost: restore it, or move ${dataFolder} away to start again with nothing.`,
    );
  }
}

/**
 * Writes the file beside the old one and moves it into place, because a crash must never lose the key to encrypted
 * data.
 */
function storeSecrets(file: string, secrets: Secrets): Secrets {
  writeFileSync(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

function writeNew(dataFolder: string, file: string): void {
  try {
    mkdirSync(dataFolder, { recursive: true });
    writeFileSync(file, JSON.stringify(newSecrets(), null, 2), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal(`Nothing can be kept in ${dataFolder} (${reason}): choose another with WATCHPOST_DATA_DIR=….`);
  }
}

export function newSecrets(): Secrets {
  return {
    encryptionKeys: `k1:${randomBytes(32).toString('base64')}`,
    databasePasswords: { postgres: password(), owner: password(), api: password(), worker: password() },
    vapidKeys: newVapidKeys(),
  };
}

/**
 * Creates a key pair on P-256: the public key as an uncompressed point, the private key as a number padded with zeros.
 */
export function newVapidKeys(): Secrets['vapidKeys'] {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys().toString('base64url');
  const number = pair.getPrivateKey();
  const privateKey = Buffer.concat([Buffer.alloc(32 - number.length), number]).toString('base64url');
  return { publicKey, privateKey };
}

const password = (): string => randomBytes(24).toString('base64url');
