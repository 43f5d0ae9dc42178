import { InvalidCommand } from './admin/command.ts';
import { helpOf, runAdmin } from './admin/run-admin.ts';
import type { CommandConfig } from './config.ts';
import { openNotificationQueue } from './external/marketplace/notification-queue.ts';
import { createPayments } from './external/stripe/payments.ts';
import { systemClock } from './lib/clock.ts';
import { openDb } from './lib/db/db.ts';
import { dbLimits } from './lib/db/limits.ts';
import { parseEncryptionKeys } from './lib/secrets.ts';
import { systemRandom } from './lib/random.ts';
import { Refusal } from './refusal.ts';
import { refuseWithoutTables } from './refuse-without-tables.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs one operator command on the configured database. It logs in as the worker, which sees all tenants. */
export async function runAdminProcess(configuration: () => CommandConfig, args: readonly string[]): Promise<void> {
  const help = helpOf(args);
  if (help !== null) return print(help);
  const { databaseWorkerUrl: url, payments: provider, encryptionKeys, ...config } = configuration();
  const keys = parseEncryptionKeys(encryptionKeys);
  const notifications = config.notifications && openNotificationQueue(config.notifications);
  const payments = provider && createPayments(provider);
  const db = openDb({ url, maxConnections: 1, limits: dbLimits.worker, onIdleError: () => undefined });
  try {
    await refuseWithoutTables(db.global, 'DATABASE_WORKER_URL');
    // A command prints or throws what it has to say.
    const log = { error: () => undefined };
    const ctx = { db, clock: systemClock, random: systemRandom, log, keys, config, payments, notifications, print };
    await runAdmin(ctx, args);
  } catch (error) {
    throw error instanceof InvalidCommand ? new Refusal(error.message, { cause: error }) : error;
  } finally {
    notifications?.close();
    await db.close();
  }
}
