import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { createRandom } from '../../../../sandbox/src/world/random.ts';
import {
  databaseUrls,
  prepareDatabase,
  prepareRoles,
  superuserUrl,
  withClient,
  type DatabaseUrls,
} from '../../../../scripts/postgres/database.ts';
import { postgresUrl, startPostgres } from '../../../../scripts/postgres/start-postgres.ts';
import { freePort } from '../../../../scripts/processes/ports.ts';
import { waitUntil } from '../../../../scripts/processes/wait-until.ts';
import { secretsOf } from '../../../../scripts/secrets.ts';
import { openChannels, type ChannelComparison } from '../../chaos/channel-comparison.ts';
import { productRows, type ProductRows } from '../../chaos/product-rows.ts';
import { reconcile, type Reconciliation } from '../../chaos/reconcile.ts';
import { choosePairs } from '../../chaos/red-pairs.ts';
import { connectOwner } from '../../house/connected-owner.ts';
import { onStage, type Stage } from '../rehearsal-house.ts';
import { createCrew, type Crew, type Post, type Replacement } from './crew.ts';
import { startEventRow } from './market-events.ts';
import { countedKind, startPeople, type Experience, type People } from './people.ts';
import { presentProgram, takeEarlierProgram, type Program } from './programs.ts';
import { startProxy } from './proxy.ts';

interface UpgradeRehearsal {
  readonly before: string;
  readonly proxy: string;
  /** The migrations that were applied while the earlier program ran. */
  readonly migrations: readonly string[];
  readonly changes: readonly Change[];
  readonly ledger: Reconciliation;
  readonly channels: readonly ChannelComparison[];
  /** Values whose save was confirmed to a person and that are missing in the audit trail. */
  readonly lostSaves: readonly number[];
  /** Deliveries that still wait after everything else has settled. */
  readonly waiting: number;
  readonly repeatedRevisions: number;
  /** The assertions that failed. */
  readonly broken: readonly string[];
}

/** The change from one release to the other under load. */
export interface Change {
  readonly title: string;
  readonly migrateMs: number | null;
  readonly replacements: readonly Replacement[];
  readonly events: number;
  readonly steps: readonly Step[];
  /** Whether all events were found and all messages sent afterwards. */
  readonly isSettled: boolean;
}

/** One step of the upgrade, with the answers that people got during it. */
export interface Step {
  readonly title: string;
  readonly people: Experience;
}

interface UpgradeOptions {
  /** The commit of the earlier release; by default the one before the newest migration. */
  readonly before?: string;
  readonly say: (line: string) => void;
}

const settleWithinMs = 180_000;
const sellers = 3;
const pairsPerChange = 150;
const eventEveryMs = 250;
/** The time for which the load runs before the processes are replaced, and after it. */
const calmMs = 5_000;
/**
 * The longest allowed interruption of a stream. A browser waits one of these seconds before it opens a stream again.
 */
const longestWithoutStreamMs = 5_000;
/** The seconds for which a stopped API process still takes calls, as in production. */
const stopNoticeSeconds = '5';

/**
 * Upgrades the product to this release and back, while people use it and events happen. The earlier program runs on its
 * own schema first, and after the downgrade on the schema of this release.
 */
export const rehearseUpgrade = (options: UpgradeOptions): Promise<UpgradeRehearsal> =>
  onStage((stage) => rehearse(stage, options));

async function rehearse(stage: Stage, { before, say }: UpgradeOptions): Promise<UpgradeRehearsal> {
  const earlier = await takeEarlierProgram(join(stage.folder, 'earlier'), before);
  say(`the release before: ${earlier.title}`);
  const { urls, superuser } = await openDatabase(stage);
  const logFolder = join(stage.folder, 'log');
  await mkdir(logFolder, { recursive: true });
  const crew = createCrew({ ...stage.environmentOn(urls), STOP_NOTICE_SECONDS: stopNoticeSeconds }, logFolder);
  stage.closers.push(crew.stop);
  await crew.runOnce(earlier, 'migrate');
  const posts = await postsOf();
  const proxy = await startProxy({
    folder: stage.folder,
    port: Number(new URL(stage.url).port),
    upstreams: posts.api.map(({ environment }) => Number(environment['PORT'])),
  });
  stage.closers.push(proxy.stop);
  for (const post of [...posts.api, posts.worker]) await crew.start(post, earlier);
  return withClient(superuser, async (client) => {
    const scene = await openScene({ stage, crew, posts, client, say });
    const schemaBefore = await migrationsOf(client);
    const changes = [
      await change(scene, { title: 'to this release', program: presentProgram, withMigration: true }),
      await change(scene, { title: 'back to the release before', program: earlier, withMigration: false }),
    ];
    await scene.people.stop();
    const mails = await stage.marketplace.mails();
    const saved = await savedValues(client);
    const found = {
      before: earlier.title,
      proxy: proxy.title,
      migrations: (await migrationsOf(client)).filter((name) => !schemaBefore.includes(name)),
      changes,
      ledger: reconcile({
        ledger: await stage.marketplace.ledgerAfter(scene.since.ledger),
        flips: await scene.rows.redFlipsAfter(scene.since.flip),
        mails,
      }),
      channels: await scene.compareChannels(scene.since.flip, mails),
      lostSaves: changes
        .flatMap(experiencesOf)
        .flatMap(({ confirmed }) => confirmed)
        .filter((value) => !saved.has(value)),
      waiting: await countWaiting(client),
      repeatedRevisions: await scene.rows.countRepeatedRevisions(),
    };
    return { ...found, broken: brokenOf(found) };
  });
}

/** Returns the requirements of an upgrade that were violated. */
export function brokenOf(found: Omit<UpgradeRehearsal, 'broken'>): readonly string[] {
  const { ledger, changes, channels } = found;
  const people = changes.flatMap(experiencesOf);
  const mistakes = channels.flatMap(({ missing, unknown, refused }) => [...missing, ...unknown, ...refused]);
  const checks: readonly (readonly [text: string, isBroken: boolean])[] = [
    ['an event was lost', ledger.lost.length > 0],
    ['an event was taken twice', ledger.doubled.length + found.repeatedRevisions > 0],
    ['a message was lost', mistakes.length + found.waiting > 0],
    ['a message arrived twice', channels.some(({ repeated }) => repeated > 0)],
    ['a save that was confirmed is lost', found.lostSaves.length > 0],
    ['a call got no answer', people.some(({ failures }) => failures.length > 0)],
    ['a stream stayed away', people.some((one) => one.longestWithoutStreamMs > longestWithoutStreamMs)],
    ['something was not found and told afterwards', !changes.every(({ isSettled }) => isSettled)],
  ];
  return checks.filter(([, isBroken]) => isBroken).map(([text]) => text);
}

async function openDatabase(stage: Stage): Promise<{ urls: DatabaseUrls; superuser: string }> {
  const { databasePasswords: passwords } = secretsOf(join(stage.folder, 'keys'));
  const server = await startPostgres({
    folder: join(stage.folder, 'postgres'),
    password: passwords.postgres,
    version: '18',
    durable: true,
  });
  stage.closers.push(server.stop);
  await withClient(superuserUrl(server.port, passwords), async (client) => {
    await prepareRoles(client, passwords);
    await prepareDatabase(client, 'watchpost');
  });
  const superuser = { user: 'postgres', password: passwords.postgres, port: server.port, database: 'watchpost' };
  return { urls: databaseUrls(server.port, passwords, 'watchpost'), superuser: postgresUrl(superuser) };
}

interface Posts {
  readonly api: readonly Post[];
  readonly worker: Post;
}

async function postsOf(): Promise<Posts> {
  const api = [await apiPost('api 1'), await apiPost('api 2')];
  return { api, worker: { name: 'worker', role: 'worker', environment: {} } };
}

const apiPost = async (name: string): Promise<Post> => ({
  name,
  role: 'api',
  environment: { PORT: String(await freePort()) },
});

interface SceneParts {
  readonly stage: Stage;
  readonly crew: Crew;
  readonly posts: Posts;
  readonly client: Client;
  readonly say: (line: string) => void;
}

interface Scene extends SceneParts {
  readonly rows: ProductRows;
  readonly people: People;
  readonly compareChannels: Awaited<ReturnType<typeof openChannels>>;
  readonly since: { readonly ledger: number; readonly flip: string };
}

async function openScene(parts: SceneParts): Promise<Scene> {
  const { stage, client } = parts;
  const { marketplace, url } = stage;
  const rows = productRows(client);
  const connected = (await marketplace.sellers()).toReversed().slice(0, sellers);
  const session = await connectOwner(url, { client, sellers: connected });
  const compareChannels = await openChannels(session, { marketplace, rows });
  const since = { ledger: (await marketplace.ledgerAfter(0)).at(-1)?.id ?? 0, flip: await rows.lastFlipId() };
  await marketplace.clearMails();
  return { ...parts, rows, compareChannels, since, people: await startPeople(url, session) };
}

interface ChangeOptions {
  readonly title: string;
  readonly program: Program;
  readonly withMigration: boolean;
}

/** Carries out the steps under “Upgrade” in `docs/operating.md`, while events happen and people use the product. */
async function change(scene: Scene, { title, program, withMigration }: ChangeOptions): Promise<Change> {
  const { crew, posts, people, say } = scene;
  say(`${title} …`);
  people.experience();
  const steps: Step[] = [];
  const endStep = (step: string) => steps.push({ title: step, people: people.experience() });
  const events = await startEvents(scene, title);
  await delay(calmMs);
  endStep('before it');
  const began = performance.now();
  if (withMigration) await crew.runOnce(program, 'migrate');
  const migrateMs = withMigration ? performance.now() - began : null;
  endStep('the migration');
  const replacements: Replacement[] = [];
  for (const post of [posts.worker, ...posts.api]) {
    replacements.push(await crew.replace(post, program));
    endStep(`the change of ${post.name}`);
  }
  await delay(calmMs);
  await events.stop();
  const isSettled = await settles(scene, events.happened);
  endStep('the time after it');
  await events.undo();
  const isUndone = await settles(scene, 0);
  return {
    title,
    migrateMs,
    replacements,
    events: events.happened,
    steps,
    isSettled: isSettled && isUndone,
  };
}

async function startEvents({ stage: { marketplace }, rows }: Scene, seed: string) {
  const watched = await rows.watched();
  const products = (await marketplace.sellers()).flatMap((seller) => seller.products);
  const free = products.filter((product) => watched.has(`${product.asin} ${product.marketplace}`));
  const pairs = choosePairs(free, { count: pairsPerChange, round: seed.length, random: createRandom(seed) });
  return startEventRow(marketplace, { pairs, everyMs: eventEveryMs });
}

async function settles({ rows, client, stage: { marketplace }, say }: Scene, red: number): Promise<boolean> {
  const state = async () => ({
    red: await rows.countRed(),
    waiting: await countWaiting(client),
    notifications: await marketplace.waitingNotifications(),
  });
  const isSettled = async (): Promise<boolean> => {
    const now = await state();
    return now.red === red && now.waiting === 0 && now.notifications === 0;
  };
  return waitUntil('everything is found and told', settleWithinMs, isSettled).then(
    () => true,
    async () => {
      say(`not settled with ${red} items red: ${JSON.stringify(await state())}`);
      return false;
    },
  );
}

/** Counts deliveries and messages that are due and not sent. A delivery may be held for days by the rules of alerts. */
async function countWaiting(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select (select count(*) from deliveries
              where state = 'pending' or state = 'held' and next_attempt_at < now())::int
            + (select count(*) from messages where state in ('waiting', 'claimed'))::int as count`,
  );
  return rows[0]?.count ?? 0;
}

async function migrationsOf(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
}

/** Returns the values to which people have set the counted setting, as the audit trail has them. */
async function savedValues(client: Client): Promise<ReadonlySet<number>> {
  const { rows } = await client.query<{ value: number }>(
    `select (d.value ->> 'to')::int as value
       from audit_events a
      cross join lateral jsonb_each(a.details) as d
      where a.action = 'watchdog settings changed' and a.subject = $1`,
    [watchdogOf(countedKind)?.title],
  );
  return new Set(rows.map(({ value }) => value));
}

const experiencesOf = ({ steps }: Change): readonly Experience[] => steps.map(({ people }) => people);
