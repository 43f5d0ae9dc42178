import { sql } from 'kysely';
import { tellAlerts } from '../mails/send-messages.ts';
import { smtpMailer } from '../../src/lib/mail/mailer.ts';
import { happenTo, type Traveller } from './cast.ts';
import type { Turn } from './journey.ts';
import { look, type Stage } from './stage.ts';
import type { ObservingWorld } from '../observing/observing.ts';

export interface Flip {
  readonly productId: string;
  readonly type: string;
  readonly fromStatus: number;
  readonly toStatus: number;
  readonly message: string | null;
  /** The number of the check in the chapter, from 1. */
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

/** The results of one part of the story. */
export interface Chapter {
  readonly flips: readonly Flip[];
  readonly mails: readonly MailedNews[];
  readonly items: readonly Item[];
  /** New facts by aspect and product. */
  readonly facts: readonly { readonly aspect: string; readonly productId: string }[];
}

/** Returns the flips since the previous check. */
export type AfterLook = () => Promise<readonly unknown[]>;

/** Records the parts of the story one after the other, each from the rows and mails since the previous part. */
export class Teller {
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

  /** Records the results of a run, check by check. */
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
    const told = { ...world.ctx, mailer: this.#mailer, push: null };
    await tellAlerts(told);
    // The end of a problem waits for the next message, which would otherwise be that of a later chapter.
    await world.rows(sql`
      update deliveries
         set next_attempt_at = ${world.ctx.clock.now()}
       where tenant_id = ${tenantId}
         and state = 'pending'
      returning 1`);
    await tellAlerts(told);
    const items = await world.rows(sql<Item>`
      select i.item_id as "itemId", i.product_id as "productId", i.type, i.status, i.issue_status as "issueStatus",
             i.message
        from items i
       where i.tenant_id = ${tenantId}`);
    return { flips, mails: await readMails(world), items, facts: await this.#newFacts() };
  }

  /** Sends the events of one turn of every journey and checks twice; the second check must find nothing new. */
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

/** One item of news in a mail. */
interface MailedNews {
  readonly to: string;
  /** `Alert`, `Warning` or `Improvement`, as the mail labels the news. */
  readonly label: string;
  readonly headline: string;
  /** All lines of the block. */
  readonly text: string;
}

interface CaughtMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Returns the news in the mails caught since the last call. */
async function readMails({ sandbox }: ObservingWorld): Promise<readonly MailedNews[]> {
  const mails = (await sandbox.control('GET', '/sandbox/mail')) as readonly CaughtMail[];
  await sandbox.control('DELETE', '/sandbox/mail');
  return mails.flatMap(({ to, text }) =>
    text
      .split('\n\n')
      .map((block) => block.trim())
      .filter((block) => /^(Alert|Warning|Improvement): /.test(block))
      .map((block) => {
        const [label = '', headline = ''] = (block.split('\n')[0] ?? '').split(': ');
        return { to, label, headline, text: block };
      }),
  );
}
