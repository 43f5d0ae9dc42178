import { issueRisk, type IssueRisk } from '@app/shared/world/issues/issue-risk.ts';
import type { Tx } from '../../../../../lib/db/db.ts';
import { worldProducts } from '../../../../world/world.ts';
import { toldInFull } from './alert-mail.ts';
import type { MailLine } from './mail-lines.ts';

/** Money at risk by flip; `null` or no entry where it is not known. */
export type Risks = ReadonlyMap<string, IssueRisk | null>;

interface RiskInput {
  readonly lines: readonly MailLine[];
  readonly now: Date;
}

/** The money at risk by the rules of the dashboard, of each item as it is now: one that is well again puts nothing at risk. */
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
