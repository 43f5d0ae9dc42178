import { issueRisk, type IssueRisk } from '@app/shared/world/issues/issue-risk.ts';
import type { Tx } from '../../../../../lib/db/db.ts';
import { worldProducts } from '../../../../world/world.ts';
import { toldInFull } from './alert-mail.ts';
import type { MailLine } from './mail-lines.ts';

/** Money at risk by flip id; `null` or missing if it is unknown. */
export type Risks = ReadonlyMap<string, IssueRisk | null>;

interface RiskInput {
  readonly lines: readonly MailLine[];
  readonly now: Date;
}

/**
 * Returns the money at risk by the dashboard's rules and the present state of each item; an item that is ok has none.
 */
export async function risksOf(tx: Tx, tenantId: string, { lines: all, now }: RiskInput): Promise<Risks> {
  const lines = toldInFull(all);
  const productIds = [...new Set(lines.map(({ productId }) => productId))];
  const viewer = { tenantId, hiddenSellerAccountIds: [] };
  const products = productIds.length === 0 ? [] : await worldProducts(tx, viewer, { productIds, now });
  const byId = new Map(products.map((product) => [product.productId, product]));
  return new Map(
    lines.map(({ flipId, type, productId, statusNow, changedAt }) => {
      const product = byId.get(productId);
      const item = { status: statusNow ?? 0, date: changedAt?.toISOString() ?? null };
      return [flipId, product ? issueRisk({ type, item, product, now: now.getTime() }) : null];
    }),
  );
}
