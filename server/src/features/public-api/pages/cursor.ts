import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { AppError } from '@app/shared/base/errors.ts';
import type { PageQuery } from '@app/shared/contract/public-api/shapes.ts';
import type { Actor } from '../../../http/actor.ts';
import type { EncryptionKeys } from '../../../lib/secrets.ts';

/** The place of a row in its list: the values by which the list is ordered. */
export type Position = readonly string[];

interface CursorContext {
  readonly keys: EncryptionKeys;
}

/** A cursor fits the list for which it was made, in one tenant. */
interface ListOfTenant {
  readonly actor: Pick<Actor, 'tenantId'>;
  readonly list: string;
}

const positionShape = z.array(z.string());
const notOfList = 'This cursor is not one of this list. Please begin with the first page, without a cursor';

/**
 * Returns the position after which a page begins, or `null` for the first page. A cursor that was changed, or that was
 * made for another list or tenant, is refused.
 */
export function openCursor(
  { keys }: CursorContext,
  list: ListOfTenant,
  { cursor }: Pick<PageQuery, 'cursor'>,
): Position | null {
  if (cursor === undefined) return null;
  const [head = '', signature = '', ...others] = cursor.split('.');
  const isGenuine = others.length === 0 && [...keys.values()].some((key) => isEqual(signature, sign(key, list, head)));
  if (!isGenuine) throw new AppError('badRequest', { text: notOfList });
  return positionShape.parse(JSON.parse(Buffer.from(head, 'base64url').toString()));
}

/** Makes the cursor of the page after a position. The same position gives the same cursor, so that ETags stay valid. */
function writeCursor({ keys }: CursorContext, list: ListOfTenant, position: Position): string {
  const [key] = keys.values();
  if (!key) throw new Error('No encryption key is set');
  const head = Buffer.from(JSON.stringify(position)).toString('base64url');
  return `${head}.${sign(key, list, head)}`;
}

function sign(key: Buffer, { actor, list }: ListOfTenant, head: string): string {
  const text = JSON.stringify(['cursor', actor.tenantId, list, head]);
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

interface FoundRows<Row> {
  /** Up to one row more than the page holds, which shows that there is another page. */
  readonly rows: readonly Row[];
  readonly limit: number;
  positionOf(row: Row): Position;
}

/** Cuts the rows to a page. */
export function pageFrom<Row>(
  ctx: CursorContext,
  list: ListOfTenant,
  { rows, limit, positionOf }: FoundRows<Row>,
): { readonly rows: readonly Row[]; readonly nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { rows: shown, nextCursor: hasMore ? writeCursor(ctx, list, positionOf(last)) : null };
}

/** Comparisons for sorting rows by one part of their position: a text upwards or downwards, or a number downwards. */
const comparisons = {
  up: compareTexts,
  down: (one: string, other: string) => compareTexts(other, one),
  numbersDown: (one: string, other: string) => Number(other) - Number(one),
};

interface WholeList<Row> extends Omit<FoundRows<Row>, 'rows'> {
  /** The sorting by each part of a position. */
  readonly order: readonly (keyof typeof comparisons)[];
}

/**
 * Cuts a page out of a list that is read whole, because it is short. The page begins with the first row that is sorted
 * after the position. It therefore continues the page before, even if the row at the position was removed or moved in
 * the meantime.
 */
export function sliceAfter<Row>(
  rows: readonly Row[],
  after: Position | null,
  { limit, positionOf, order }: WholeList<Row>,
): FoundRows<Row> {
  const sorted = rows.toSorted((one, other) => compare(positionOf(one), positionOf(other), order));
  const rest = after === null ? sorted : sorted.filter((row) => compare(positionOf(row), after, order) > 0);
  return { rows: rest.slice(0, limit + 1), limit, positionOf };
}

function compare(one: Position, other: Position, order: WholeList<unknown>['order']): number {
  for (const [part, sorting] of order.entries()) {
    const difference = comparisons[sorting](one[part] ?? '', other[part] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
