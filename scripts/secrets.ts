import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Refusal } from './say.ts';

const secretsShape = z.object({
  /** As ENCRYPTION_KEYS takes them. */
  encryptionKeys: z.string(),
  databasePasswords: z.object({ postgres: z.string(), owner: z.string(), api: z.string(), worker: z.string() }),
});
export type Secrets = z.infer<typeof secretsShape>;

/** What this installation knows and nobody else: made once, readable by its owner only. */
export function secretsOf(dataFolder: string): Secrets {
  const file = join(dataFolder, 'secrets.json');
  if (!existsSync(file)) {
    writeNew(dataFolder, file);
  }
  try {
    return secretsShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Refusal(
      `${file} is damaged. Without it what is stored encrypted is lost: restore it, or move ${dataFolder} away to begin anew.`,
    );
  }
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
  };
}

const password = (): string => randomBytes(24).toString('base64url');
