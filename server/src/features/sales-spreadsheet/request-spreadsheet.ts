import type * as z from 'zod/mini';
import { dayOf } from '@app/shared/base/calendar-day.ts';
import { AppError } from '@app/shared/base/errors.ts';
import { dayAt } from '@app/shared/base/marketplace-day.ts';
import type { ChartRange } from '@app/shared/domain/chart-range.ts';
import { previewRange, spreadsheetRange, type RequestedDays } from '@app/shared/domain/sales-spreadsheet.ts';
import type {
  previewSalesSpreadsheet,
  requestSalesSpreadsheet,
  SpreadsheetPreview,
} from '@app/shared/contract/sales-spreadsheet.ts';
import type { Context } from '../../context.ts';
import type { Actor } from '../../http/actor.ts';
import type { Tx } from '../../lib/db/db.ts';
import type { Cell, SheetColumn } from '../../lib/spreadsheet/spreadsheet.ts';
import { salesColumns } from './rows/columns.ts';
import type { SheetProduct } from './rows/row-queries.ts';
import { loadProducts, readRows, todayOf, type SheetSubject } from './rows/sheet-rows.ts';
import { findAddresses, getSignUpTime, insertSpreadsheet, type Recipient } from './spreadsheet-queries.ts';

type RequestContext = Pick<Context, 'db' | 'clock' | 'mailer'>;
type Request = z.output<typeof requestSalesSpreadsheet.body>;
type PreviewRequest = z.output<typeof previewSalesSpreadsheet.query>;

/** Stores the request; a worker compiles the file. Refuses before anything is stored. */
export async function requestSpreadsheet(ctx: RequestContext, actor: Actor, request: Request): Promise<void> {
  const { db, clock, mailer } = ctx;
  const { tenantId, emailAddressId } = actor;
  if (!mailer) throw new AppError('serviceOff');
  const now = clock.now();
  const isStored = await db.tenant(tenantId, async (tx) => {
    const recipients = await getRecipients(tx, actor, request.emailAddresses);
    const { products, range } = await getSheet(tx, actor, { request, now });
    for (const recipient of recipients) requireAccess(recipient, products);
    const recipientIds = recipients.map((one) => one.emailAddressId);
    return insertSpreadsheet(tx, { tenantId, emailAddressId, ...subjectOf(request), range, recipientIds, now });
  });
  if (!isStored) throw new AppError('spreadsheetUnderway');
}

const subjectOf = ({ productId, productGroupId, includeAllProducts }: Request | PreviewRequest): SheetSubject => ({
  productId: productId ?? null,
  productGroupId: productId === undefined ? (productGroupId ?? null) : null,
  includesUntracked: includeAllProducts === true || includeAllProducts === 'true',
});

/** Throws unless every address is one that the user may use and that takes mail. */
async function getRecipients(tx: Tx, actor: Actor, emails: readonly string[]): Promise<readonly Recipient[]> {
  const named = new Set(emails.map((email) => email.toLowerCase()));
  const found = await findAddresses(tx, actor.tenantId, [...named]);
  const usable = found.filter(({ emailAddressId }) => actor.isOwner || emailAddressId === actor.emailAddressId);
  const usableEmails = new Set(usable.map(({ email }) => email.toLowerCase()));
  const unknown = emails.find((email) => !usableEmails.has(email.toLowerCase()));
  if (unknown !== undefined) {
    throw new AppError('notFound', {
      text: `${unknown} is no address of this account that you may use. Please choose another one`,
    });
  }
  for (const { email, isVerified, isStopped } of usable) {
    if (!isVerified)
      throw new AppError('addressUnverified', {
        text: `${email} has to be verified first, by the link in the mail that was sent to it`,
      });
    if (isStopped) {
      const text = `Mail to ${email} was refused. Please correct the address or have it verified again in the settings`;
      throw new AppError('addressStopped', { text });
    }
  }
  return usable;
}

interface RequestedSheet {
  readonly products: readonly SheetProduct[];
  readonly range: ChartRange;
}

/** Throws if a named product does not exist for the user, or if the dates are wrong. */
async function getSheet(
  tx: Tx,
  actor: Actor,
  { request, now }: { readonly request: RequestedDays & (Request | PreviewRequest); readonly now: Date },
): Promise<RequestedSheet> {
  const subject = subjectOf(request);
  const products = await loadProducts(tx, actor, subject);
  const isNamed = subject.productId !== null || subject.productGroupId !== null;
  if (isNamed && products.length === 0) throw new AppError('notFound');
  const checked = spreadsheetRange(request, todayOf(products, now));
  if (!checked.ok) throw new AppError('badRequest', { text: checked.error });
  return { products, range: checked.range };
}

/** One file goes to all recipients, so that each must be allowed to see all of it. */
function requireAccess({ email, hiddenSellerAccountIds }: Recipient, products: readonly SheetProduct[]): void {
  const hidden = products.find(({ sellerAccountId }) => hiddenSellerAccountIds.includes(sellerAccountId));
  if (!hidden) return;
  const text = `${email} may not see ${hidden.seller}. Please choose another address, or allow it in the settings`;
  throw new AppError('addressLacksAccess', { text });
}

const textOf = (cell: Cell): string | number | null => {
  if (cell instanceof Date) return dayOf(cell);
  return typeof cell === 'boolean' ? String(cell) : cell;
};

const previewRows = 10;
const columns: readonly SheetColumn[] = salesColumns;

/** Reads the first rows of the file that would be compiled, within the range of a preview. */
export async function previewSpreadsheet(
  ctx: Pick<Context, 'db' | 'clock'>,
  actor: Actor,
  request: PreviewRequest,
): Promise<SpreadsheetPreview> {
  const { tenantId } = actor;
  const now = ctx.clock.now();
  const { products, range } = await ctx.db.snapshot(tenantId, async (tx) => {
    const sheet = await getSheet(tx, actor, { request, now });
    const signedUpOn = dayAt(sheet.products[0]?.marketplace ?? 'US', await getSignUpTime(tx, tenantId));
    return { ...sheet, range: previewRange(sheet.range, signedUpOn) };
  });
  const shape = { columns: columns.map(({ header, help = null }) => ({ header, help })) };
  const rows: SpreadsheetPreview['rows'] = [];
  if (range.from > range.to) return { ...shape, rows };
  for await (const row of readRows(ctx, { tenantId, products, range, now })) {
    rows.push(row.map(textOf));
    if (rows.length === previewRows) break;
  }
  return { ...shape, rows };
}
