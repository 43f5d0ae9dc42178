import { sql } from 'kysely';
import { watchdogOf } from '@app/shared/watchdogs/registry.ts';
import { bulkSetIssueStatus } from '../../src/features/alerts/triage.ts';
import { putSettings } from '../../src/features/alerts/settings.ts';
import { sourceOfAspect } from '../../src/features/observing/observation.ts';
import { deliverDue } from '../../src/features/notifying/deliver.ts';
import { smtpMailer } from '../../src/lib/mail/mailer.ts';
import type { ObservingWorld } from '../observing.ts';
import { happenTo, patientTypes, type Traveller } from './cast.ts';
import type { Turn } from './journey.ts';
import { look, pass, setStage, type Stage } from './stage.ts';
import { readMails, type MailedNews } from './mails.ts';

export interface Flip {
  readonly productId: string;
  readonly type: string;
  readonly fromStatus: number;
  readonly toStatus: number;
  readonly message: string | null;
  /** At which look of the chapter it came, from 1 on. */
  readonly look: number;
}

export interface Item {
  readonly itemId: string;
  readonly productId: string;
  readonly type: string;
  readonly status: number;
  readonly issueStatus: number;
  readonly message: string | null;
}

/** What a part of the story left behind. */
export interface Chapter {
  readonly flips: readonly Flip[];
  readonly mails: readonly MailedNews[];
  readonly items: readonly Item[];
  /** Facts that were new, by aspect and product. */
  readonly facts: readonly { readonly aspect: string; readonly productId: string }[];
}

export interface Story {
  readonly stage: Stage;
  readonly before: Chapter;
  readonly warns: Chapter;
  readonly begins: Chapter;
  readonly goesOn: Chapter;
  /** Noise while everything is open, and once more when all is at rest. */
  readonly noiseAmidst: Chapter;
  readonly ends: Chapter;
  /** At low sensitivity: five looks at what has begun again. */
  readonly patience: Chapter;
  readonly noise: Chapter;
  readonly days: Chapter;
  /** Requests that the sandbox would not answer. */
  readonly refusals: readonly unknown[];
}

/** Everything that happens to all travellers, at the same time as far as they do not mind: a look costs the same for one. */
export async function tellStory(world: ObservingWorld): Promise<Story> {
  const stage = await setStage(world);
  const teller = new Teller(stage);
  const before = await teller.chapter(async () => undefined);
  const warns = await teller.chapter((at) => teller.turn((journey) => journey.warns ?? null, at));
  await markSeen(stage, warns.items);
  const begins = await teller.chapter((at) => teller.turn((journey) => journey.begins, at));
  await markSeen(stage, begins.items);
  const goesOn = await teller.chapter((at) => teller.turn((journey) => journey.goesOn, at));
  await markSeen(stage, goesOn.items);
  const noiseAmidst = await teller.chapter((at) => noisyDay(stage, at));
  const ends = await teller.chapter((at) => teller.turn((journey) => endsAtOnce(journey.ends), at));
  const patience = await tellPatience(teller);
  const noise = await teller.chapter((at) => noisyDay(stage, at));
  const days = await teller.chapter((at) => passDays(stage, at));
  const refusals = await refusalsOf(world);
  teller.close();
  return { stage, before, warns, begins, goesOn, noiseAmidst, ends, patience, noise, days, refusals };
}

const endsAtOnce = (turn: Turn): Turn | null => (turn.withinDays === undefined ? turn : null);

/** Answers what flipped since the look before. */
type AfterLook = () => Promise<readonly unknown[]>;

class Teller {
  readonly stage: Stage;
  readonly #mailer;
  #flipsTold = '0';
  #factsTold = 0;

  constructor(stage: Stage) {
    this.stage = stage;
    const { mail } = stage.world.ctx.config;
    if (!mail) throw new Error('The sandbox catches mail');
    this.#mailer = smtpMailer(mail);
  }

  close(): void {
    this.#mailer.close();
  }

  /** Tells what happened meanwhile, look by look. */
  async chapter(run: (afterLook: AfterLook) => Promise<void>): Promise<Chapter> {
    const flips: Flip[] = [];
    let looks = 0;
    const afterLook = async () => {
      looks += 1;
      const told = await this.#newFlips();
      for (const flip of told) flips.push({ ...flip, look: looks });
      return told;
    };
    await run(afterLook);
    await afterLook();
    const { world, tenantId } = this.stage;
    await deliverDue({ ...world.ctx, mailer: this.#mailer });
    const items = await world.rows(sql<Item>`
      select i.item_id as "itemId", i.product_id as "productId", i.type, i.status, i.issue_status as "issueStatus",
             i.message
        from items i
       where i.tenant_id = ${tenantId}`);
    return { flips, mails: await readMails(world), items, facts: await this.#newFacts() };
  }

  /** The events of one turn of every journey, then two looks: the second finds nothing that was not there before. */
  async turn(turnOf: (journey: Traveller['journey']) => Turn | null, afterLook: AfterLook): Promise<void> {
    for (const traveller of this.stage.travellers) {
      const turn = turnOf(traveller.journey);
      if (turn) await happenTo(this.stage.world, traveller, turn.events);
    }
    await look(this.stage);
    await afterLook();
    await look(this.stage);
  }

  async #newFlips(): Promise<readonly Omit<Flip, 'look'>[]> {
    const rows = await this.stage.world.rows(sql<Omit<Flip, 'look'> & { flipId: string }>`
      select f.flip_id as "flipId", f.product_id as "productId", f.type, f.from_status as "fromStatus",
             f.to_status as "toStatus", f.message
        from flips f
       where f.tenant_id = ${this.stage.tenantId}
         and f.flip_id > ${this.#flipsTold}::bigint
       order by f.flip_id`);
    this.#flipsTold = rows.at(-1)?.flipId ?? this.#flipsTold;
    return rows;
  }

  async #newFacts(): Promise<Chapter['facts']> {
    const rows = await this.stage.world.rows(sql<Chapter['facts'][number]>`
      select h.aspect, h.product_id as "productId"
        from observation_history h
       where h.tenant_id = ${this.stage.tenantId}
       order by h.observed_at`);
    const fresh = rows.slice(this.#factsTold);
    this.#factsTold = rows.length;
    return fresh;
  }
}

/** Somebody has looked at what is open. */
async function markSeen({ world, actor }: Stage, items: readonly Item[]): Promise<void> {
  const watchDogIds = items.filter(({ status }) => status === 1 || status === 2).map(({ itemId }) => itemId);
  await bulkSetIssueStatus(world.ctx, actor, { watchDogIds, issueStatus: 1 });
}

const isOfPatient = (source: string): boolean =>
  [...patientTypes].some((type) => watchdogOf(type)?.reads.some((aspect) => sourceOfAspect[aspect] === source));

async function tellPatience(teller: Teller): Promise<Chapter> {
  const { stage } = teller;
  const patient = stage.travellers.filter(({ type }) => patientTypes.has(type));
  for (const { type } of patient) {
    await putSettings(stage.world.ctx, stage.actor, { type, settings: { sensitivity: 'LOW' } });
  }
  const chapter = await teller.chapter(async (afterLook) => {
    for (const traveller of patient) {
      const { begins, goesOn } = traveller.journey;
      await happenTo(stage.world, traveller, [...begins.events, ...(goesOn?.events ?? [])]);
    }
    for (let count = 1; count <= 5; count += 1) {
      await look(stage, isOfPatient);
      await afterLook();
    }
  });
  for (const traveller of patient) await happenTo(stage.world, traveller, traveller.journey.ends.events);
  await teller.chapter(async () => {
    for (let count = 1; count <= 4; count += 1) await look(stage, isOfPatient);
  });
  return chapter;
}

async function noisyDay(stage: Stage, afterLook: AfterLook): Promise<void> {
  for (let count = 1; count <= 3; count += 1) {
    for (const traveller of stage.travellers) await happenTo(stage.world, traveller, [{ type: 'noise' }]);
    await look(stage);
    await afterLook();
  }
}

/** Only orders are looked at: over days all kinds of things happen to the others. */
async function passDays({ world, travellers, tenantId }: Stage, afterLook: AfterLook): Promise<void> {
  const patient = travellers.filter(({ journey }) => journey.ends.withinDays !== undefined);
  for (const traveller of patient) await happenTo(world, traveller, traveller.journey.ends.events);
  const most = Math.max(0, ...patient.map(({ journey }) => journey.ends.withinDays ?? 0));
  for (let day = 1; day <= most; day += 1) {
    await pass(world, 1440);
    await world.runAllDue((key) => key.tenantId === tenantId && key.source === 'orders');
    if ((await afterLook()).length >= patient.length) return;
  }
}

async function refusalsOf({ sandbox }: ObservingWorld): Promise<readonly unknown[]> {
  const ledger = (await sandbox.control('GET', '/sandbox/ledger')) as readonly { readonly kind: string }[];
  return ledger.filter(({ kind }) => kind === 'refusal');
}
