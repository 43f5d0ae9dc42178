import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import * as z from 'zod/mini';
import { stateOfTheWorld } from '@app/shared/contract/world.ts';
import { databaseUrls, withClient, type DatabaseUrls } from '../../../scripts/postgres/database.ts';
import { openEmbeddedDatabase, type EmbeddedDatabase } from '../../../scripts/postgres/embedded-database.ts';
import { postgresUrl } from '../../../scripts/postgres/start-postgres.ts';
import { waitUntil } from '../../../scripts/processes/wait-until.ts';
import type { ProductSession } from '../../../scripts/sessions/product-session.ts';
import { secretsOf, type Secrets } from '../../../scripts/secrets.ts';
import { productRows } from '../chaos/product-rows.ts';
import { connectOwner } from '../house/connected-owner.ts';
import type { BenchMarketplace } from '../house/marketplace.ts';
import {
  archiveWal,
  createArchive,
  finishArchive,
  prepareRestore,
  startCluster,
  takeBaseBackup,
  type WalArchive,
} from './archived-database.ts';
import { compareAt, type ComparisonAt } from './compare-at.ts';
import { startMarketLoad } from './market-load.ts';
import { onStage, type Stage } from './rehearsal-house.ts';

interface RestoreRehearsal extends ComparisonAt {
  readonly events: number;
  readonly backupMb: number;
  readonly walFiles: number;
  /** Durations of the steps in ms. */
  readonly took: Readonly<Record<'backup' | 'recovery' | 'start' | 'firstCheck' | 'settled', number>>;
  readonly mails: RepeatedMails;
  /** The assertions that failed. */
  readonly broken: readonly string[];
}

interface RepeatedMails {
  readonly arrived: number;
  /** Mails that arrived again after the restore, with the same Message-ID. */
  readonly repeated: number;
  /** Mails that arrived again although the restored database knew that they had been sent. */
  readonly knownAsSent: readonly string[];
}

interface RestoreOptions {
  /** The seconds under load before the backup, from the backup to the restored instant, and after the instant. */
  readonly seconds: number;
  readonly sellers?: number;
  readonly say: (line: string) => void;
}

const settleWithinMs = 120_000;

/**
 * Backs up a running product, lets it run on, and restores the backup on a second cluster to an instant after the
 * backup. The keys are in a folder that is never copied.
 */
export const rehearseRestore = (options: RestoreOptions): Promise<RestoreRehearsal> =>
  onStage((stage) => rehearse(stage, options));

async function rehearse(stage: Stage, options: RestoreOptions): Promise<RestoreRehearsal> {
  const secrets = secretsOf(join(stage.folder, 'keys'));
  const archive = await createArchive();
  stage.closers.push(archive.remove);
  const original = await openOriginal(stage, { secrets, archive });
  return withClient(superuserUrl(secrets, original.port), async (client) => {
    const past = await liveOn(stage, { ...options, original, client });
    await finishArchive(client);
    const folder = join(stage.folder, 'restored');
    await prepareRestore({ backup: past.backup, archive, folder, at: past.at });
    const [restored, recovery] = await measureTime(() => startCluster(folder, secrets.databasePasswords.postgres));
    stage.closers.push(restored.stop);
    const walFiles = await archive.countFiles();
    options.say(`${walFiles} files of WAL, recovered to ${past.at.toISOString()} in ${recovery.toFixed(0)} ms`);
    return withClient(superuserUrl(secrets, restored.port), async (second) => {
      const compared = await compareAt({ original: client, restored: second, at: past.at });
      const urls = databaseUrls(restored.port, secrets.databasePasswords, 'watchpost');
      const present = await goOn(stage, { past, urls, client: second });
      return {
        ...compared,
        events: past.events,
        backupMb: past.backupMb,
        walFiles,
        took: { backup: past.backupMs, recovery, ...present.took },
        mails: present.mails,
        broken: [
          ...(compared.lost.length > 0 ? ['something committed before the instant is lost'] : []),
          ...(compared.late.length > 0 ? ['something committed after the instant is there'] : []),
          ...((await holdsKey(secrets, [past.backup, archive.folder])) ? ['the backup holds a key'] : []),
          ...present.broken,
        ],
      };
    });
  });
}

/** Opens the original database. It archives its WAL and records the time of each commit. */
async function openOriginal(
  { folder, closers }: Stage,
  { secrets, archive }: { secrets: Secrets; archive: WalArchive },
): Promise<EmbeddedDatabase> {
  const options = { dataFolder: join(folder, 'original'), durable: true, secrets };
  const first = await openEmbeddedDatabase(options);
  await withClient(superuserUrl(secrets, first.port), (client) => archiveWal(client, archive));
  await first.postgres?.stop();
  const database = await openEmbeddedDatabase(options);
  closers.push(() => database.postgres?.stop());
  return database;
}

interface Past {
  /** The instant to which the database is restored. */
  readonly at: Date;
  readonly session: ProductSession;
  readonly stateThen: WorldHead;
  readonly backup: string;
  readonly backupMb: number;
  readonly backupMs: number;
  readonly events: number;
  readonly red: number;
  readonly mails: readonly string[];
}

interface Life extends RestoreOptions {
  readonly original: EmbeddedDatabase;
  readonly client: Client;
}

/** Runs the product under load, takes a base backup, and stops all processes at the end. */
async function liveOn(stage: Stage, { original, client, ...options }: Life): Promise<Past> {
  const { marketplace, folder, url } = stage;
  const house = await stage.startProduct(original, [['api'], ['worker']]);
  const sellers = (await marketplace.sellers()).toReversed().slice(0, options.sellers);
  const session = await connectOwner(url, { client, sellers });
  const load = startMarketLoad(marketplace, { watched: await productRows(client).watched(), seed: 'restore' });
  await delay(options.seconds * 1000);
  const backup = join(folder, 'backup');
  const [bytes, backupMs] = await measureTime(() =>
    takeBaseBackup(client, { from: join(folder, 'original', 'postgres'), to: backup }),
  );
  const backupMb = bytes / 1024 ** 2;
  options.say(`base backup of ${backupMb.toFixed(0)} MB under load in ${backupMs.toFixed(0)} ms`);
  await delay(options.seconds * 1000);
  const at = await nowOf(client);
  const stateThen = await headOf(session);
  await delay(options.seconds * 1000);
  await load.stop();
  await Promise.all(house.processes.map((process) => process.stop()));
  const mails = await messageIds(marketplace);
  return { at, session, stateThen, backup, backupMb, backupMs, events: load.events(), red: load.red(), mails };
}

interface Present {
  readonly took: Readonly<Record<'start' | 'firstCheck' | 'settled', number>>;
  readonly mails: RepeatedMails;
  readonly broken: readonly string[];
}

/**
 * Starts the product on the restored database and waits until it has again found everything that happened after the
 * instant.
 */
async function goOn(
  stage: Stage,
  { past, urls, client }: { past: Past; urls: DatabaseUrls; client: Client },
): Promise<Present> {
  const { rows: sent } = await client.query<{ id: string }>(
    "select message_id as id from messages where state = 'sent'",
  );
  const since = await nowOf(client);
  const began = performance.now();
  const elapsedMs = (): number => performance.now() - began;
  await stage.startProduct(urls, [['worker'], ['api']]);
  const start = elapsedMs();
  const { session, stateThen } = past;
  const stateNow = await headOf(session, stateThen.state);
  const isChecked = await isTrueSoon(async () => {
    const { rowCount } = await client.query('select from sweeps where confirmed_at > $1', [since]);
    return rowCount !== 0;
  });
  const firstCheck = elapsedMs();
  const rows = productRows(client);
  const isSettled = await isTrueSoon(
    async () =>
      (await rows.countRed()) === past.red &&
      (await rows.countUnsent()) === 0 &&
      (await stage.marketplace.waitingNotifications()) === 0,
  );
  const settled = elapsedMs();
  const mails = repeatedMails(await messageIds(stage.marketplace), { past, sent: sent.map(({ id }) => id) });
  return {
    took: { start, firstCheck, settled },
    mails,
    broken: [
      ...(epochOf(stateNow) === epochOf(stateThen) ? ['the epoch has not moved'] : []),
      ...(stateNow.full ? [] : ['a browser with the old state does not load everything anew']),
      ...(isChecked ? [] : ['nothing was checked: the secrets do not open']),
      ...(isSettled ? [] : ['what happened after the instant was not found again']),
      ...(mails.knownAsSent.length > 0 ? ['a mail was sent again that was known as sent'] : []),
    ],
  };
}

const headShape = z.object({ state: z.string(), full: z.boolean() });
type WorldHead = z.infer<typeof headShape>;

async function headOf(session: ProductSession, state = ''): Promise<WorldHead> {
  const { status, text } = await session.get(`${stateOfTheWorld.path}?state=${encodeURIComponent(state)}`);
  if (status !== 200) throw new Error(`The dashboard answered ${status}: ${text.slice(0, 300)}`);
  return headShape.parse(JSON.parse(text));
}

const epochOf = ({ state }: WorldHead): string => state.split('.')[0] ?? '';

const messageIds = async (marketplace: BenchMarketplace): Promise<string[]> =>
  (await marketplace.mails()).map(({ headers }) => headers.messageId);

function repeatedMails(all: readonly string[], { past, sent }: { past: Past; sent: readonly string[] }): RepeatedMails {
  const repeated = [...new Set(past.mails)].filter(
    (id) => all.indexOf(id) !== all.lastIndexOf(id) && past.mails.indexOf(id) === past.mails.lastIndexOf(id),
  );
  return {
    arrived: past.mails.length,
    repeated: repeated.length,
    knownAsSent: repeated.filter((id) => sent.includes(id)),
  };
}

/** Returns the time of the database server, because commit timestamps are taken from its clock. */
async function nowOf(client: Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
  const [row] = rows;
  if (!row) throw new Error('The database has no clock');
  return row.now;
}

/** Returns whether a file in the folders contains the encryption key, as text or as bytes. */
async function holdsKey(secrets: Secrets, folders: readonly string[]): Promise<boolean> {
  const [, key = ''] = secrets.encryptionKeys.split(':');
  const [text, bytes] = [Buffer.from(key), Buffer.from(key, 'base64')];
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const content = await readFile(join(entry.parentPath, entry.name));
      if (content.includes(text) || content.includes(bytes)) return true;
    }
  }
  return false;
}

const superuserUrl = ({ databasePasswords }: Secrets, port: number): string =>
  postgresUrl({ user: 'postgres', password: databasePasswords.postgres, port, database: 'watchpost' });

const isTrueSoon = (isTrue: () => Promise<boolean>): Promise<boolean> =>
  waitUntil('it is so', settleWithinMs, isTrue).then(
    () => true,
    () => false,
  );

async function measureTime<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const began = performance.now();
  return [await work(), performance.now() - began];
}
