import type { Logger } from 'pino';
import { dayMs, minuteMs, secondMs } from '@app/shared/base/time.ts';
import type { Context } from '../../context.ts';
import { backoffMs } from '../../lib/backoff.ts';
import type { Tx } from '../../lib/db/db.ts';
import { newMessageId, type Sender } from '../../lib/mail/message-id.ts';
import type { Cell } from '../../lib/spreadsheet/spreadsheet.ts';
import { streamSpreadsheet } from '../../lib/spreadsheet/stream-spreadsheet.ts';
import { insertMessage } from '../delivering/outbox/message-queries.ts';
import { mail } from '@app/shared/transports/mail.ts';
import {
  claimSpreadsheet,
  deleteLeftParts,
  deleteSurplus,
  endSpreadsheet,
  insertPart,
  listDue,
  listRecipients,
  lockAccounts,
  noteMessage,
  releaseClaim,
  renewClaim,
  type Claim,
  type ClaimedSpreadsheet,
  type Ending,
} from './claim-queries.ts';
import { fileParts } from './file-parts.ts';
import { salesColumns } from './rows/columns.ts';
import { loadProducts, readRows } from './rows/sheet-rows.ts';
import { failedSubject, mostKept, readySubject } from './spreadsheet-mail.ts';

type CompileContext = Pick<Context, 'db' | 'clock' | 'random'> &
  Sender & { readonly log: Pick<Logger, 'info' | 'error'> };

/** The lease is longer than reading and writing one page of products takes. */
const leaseMs = minuteMs;
/** A file that throws, or kills its process, this often indicates a bug of ours. */
const mostAttempts = 5;
const backoff = { firstMs: 5 * secondMs, longestMs: minuteMs };
/** The link of a mail is valid, and its file kept, for a week. */
const keptMs = 7 * dayMs;
const mostDue = 10;

/** The process was asked to stop, another one has claimed the spreadsheet, or an account in it was deleted. */
class CompilingEnded extends Error {
  override readonly name = 'CompilingEnded';
}

/**
 * Compiles one spreadsheet that is due. The parts of the file become visible, and its mails are written to the outbox,
 * in the transaction that ends the compiling. If a process dies before that, nothing of its work is visible, and
 * another process starts again from the beginning when the lease has ended. Returns true if there may be more.
 */
export async function compileSpreadsheets(ctx: CompileContext, signal: AbortSignal): Promise<boolean> {
  const { db, clock, random } = ctx;
  for (const key of await db.acrossTenants((all) => listDue(all, clock.now(), mostDue))) {
    const now = clock.now();
    const lease = { claimedBy: random.uuid(), now, until: new Date(now.getTime() + leaseMs) };
    const claimed = await db.tenant(key.tenantId, (tx) => claimSpreadsheet(tx, key, lease));
    if (!claimed) continue;
    await compileClaimed(ctx, claimed, signal);
    return !signal.aborted;
  }
  return false;
}

async function compileClaimed(ctx: CompileContext, claimed: ClaimedSpreadsheet, signal: AbortSignal): Promise<void> {
  const { tenantId, spreadsheetId, attempts } = claimed;
  const about = { tenantId, spreadsheetId, attempts };
  try {
    if (attempts > mostAttempts) {
      ctx.log.error(about, 'a sales spreadsheet is given up');
      await end(ctx, claimed, { state: 'failed', byteCount: 0, rowCount: 0, sellerAccountIds: [] });
      return;
    }
    const file = await compile(ctx, claimed, signal);
    await end(ctx, claimed, { state: 'ready', ...file });
    const { rowCount, byteCount } = file;
    ctx.log.info({ ...about, rowCount, byteCount }, 'a sales spreadsheet was compiled');
  } catch (error) {
    const isAttempt = !(error instanceof CompilingEnded);
    if (isAttempt) ctx.log.error({ err: error, ...about }, 'compiling a sales spreadsheet failed and is tried again');
    const waitMs = isAttempt ? backoffMs(backoff, attempts - 1, ctx.random) : 0;
    const dueAt = new Date(ctx.clock.now().getTime() + waitMs);
    await ctx.db.tenant(tenantId, (tx) => releaseClaim(tx, claimed, { dueAt, isAttempt }));
  }
}

type CompiledFile = Omit<Ending, 'state' | 'expiresAt'>;

/** Writes the parts of the file, which holds the products that the user and all recipients may see. */
async function compile(ctx: CompileContext, claimed: ClaimedSpreadsheet, signal: AbortSignal): Promise<CompiledFile> {
  const { db, clock } = ctx;
  const { tenantId, from, to } = claimed;
  const products = await db.snapshot(tenantId, async (tx) => {
    const recipients = await listRecipients(tx, claimed);
    const hidden = [claimed, ...recipients].flatMap((one) => one.hiddenSellerAccountIds);
    const viewer = { tenantId, hiddenSellerAccountIds: [...new Set(hidden)] };
    return loadProducts(tx, viewer, { ...claimed, mayHaveEnded: true });
  });
  const sheet = { tenantId, products, range: { from, to }, now: clock.now() };
  const counted = new CountedRows(readRows(ctx, sheet, claimKeeper(ctx, claimed, signal)));
  let byteCount = 0;
  let partNo = 0;
  for await (const bytes of fileParts(streamSpreadsheet({ name: 'Sales', columns: salesColumns, rows: counted }))) {
    const isHeld = await db.tenant(tenantId, (tx) => insertPart(tx, claimed, { partNo, bytes }));
    if (!isHeld) throw new CompilingEnded();
    partNo += 1;
    byteCount += bytes.length;
  }
  return {
    byteCount,
    rowCount: counted.count,
    sellerAccountIds: [...new Set(products.map(({ sellerAccountId }) => sellerAccountId))],
  };
}

class CountedRows {
  count = 0;
  readonly #rows: AsyncIterable<readonly Cell[]>;

  constructor(rows: AsyncIterable<readonly Cell[]>) {
    this.#rows = rows;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Cell[]> {
    for await (const row of this.#rows) {
      this.count += 1;
      yield row;
    }
  }
}

/** Returns a function that renews the claim now and then, and throws when it was lost or the process is to stop. */
function claimKeeper({ db, clock }: CompileContext, claim: Claim, signal: AbortSignal): () => Promise<void> {
  let renewAt = clock.now().getTime() + leaseMs / 4;
  return async () => {
    if (signal.aborted) throw new CompilingEnded();
    const now = clock.now().getTime();
    if (now < renewAt) return;
    renewAt = now + leaseMs / 4;
    const isHeld = await db.tenant(claim.tenantId, (tx) => renewClaim(tx, claim, new Date(now + leaseMs)));
    if (!isHeld) throw new CompilingEnded();
  };
}

/** Ends the compiling and writes one mail for each recipient, or does neither. */
async function end(ctx: CompileContext, claimed: ClaimedSpreadsheet, ending: Omit<Ending, 'expiresAt'>): Promise<void> {
  const now = ctx.clock.now();
  const { tenantId } = claimed;
  await ctx.db.tenant(tenantId, async (tx) => {
    const expiresAt = new Date(now.getTime() + keptMs);
    // If a seller account was deleted during the compiling, the file is compiled again without this account.
    if (!(await lockAccounts(tx, tenantId, ending.sellerAccountIds))) throw new CompilingEnded();
    if (!(await endSpreadsheet(tx, claimed, { ...ending, expiresAt }))) throw new CompilingEnded();
    await deleteLeftParts(tx, claimed);
    await enqueueMails(ctx, tx, { claimed, state: ending.state, now });
    await deleteSurplus(tx, tenantId, mostKept);
  });
}

interface EndedSpreadsheet {
  readonly claimed: ClaimedSpreadsheet;
  readonly state: Ending['state'];
  readonly now: Date;
}

async function enqueueMails(ctx: CompileContext, tx: Tx, { claimed, state, now }: EndedSpreadsheet): Promise<void> {
  const { tenantId } = claimed;
  for (const { emailAddressId, email, isVerified, isStopped } of await listRecipients(tx, claimed)) {
    if (!isVerified || isStopped) continue;
    const messageId = newMessageId(ctx);
    await noteMessage(tx, claimed, { emailAddressId, messageId });
    await insertMessage(tx, {
      tenantId,
      messageId,
      transport: mail.id,
      purpose: 'spreadsheet',
      emailAddressId,
      targetId: null,
      recipient: email,
      kind: 'salesSpreadsheet',
      subject: state === 'ready' ? readySubject(claimed) : failedSubject,
      reason: null,
      sealedPayload: null,
      createdAt: now,
      dueAt: now,
    });
  }
}
