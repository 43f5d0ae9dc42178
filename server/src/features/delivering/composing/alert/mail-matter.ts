import { issueRisk, type IssueRisk } from '@app/shared/world/issue-risk.ts';
import type { Context } from '../../../../context.ts';
import type { Tx } from '../../../../lib/db/db.ts';
import type { LoadedPictures } from '../../../../lib/mail/inline-pictures.ts';
import { worldProducts } from '../../../world/world.ts';
import { picturedIn, toldInFull } from './alert-mail.ts';
import { type MailLine, mayStillBeTold, readMail } from './mail-lines.ts';

type MatterContext = Pick<Context, 'db' | 'clock' | 'pictures'>;

/** What a mail shows beside the news. */
export interface MailMatter {
  readonly pictures: LoadedPictures;
  /** By flip; `null` or none where nobody knows. */
  readonly risks: ReadonlyMap<string, IssueRisk | null>;
}

/** Gathered before the rows of the mail are locked: no transaction waits for the pictures of others. */
export async function gatherMatter(ctx: MatterContext, tenantId: string, messageId: string): Promise<MailMatter> {
  const { lines, risks } = await ctx.db.snapshot(tenantId, async (tx) => {
    const all = (await readMail(tx, tenantId, messageId)).filter(mayStillBeTold);
    return { lines: all, risks: await risksOf(tx, tenantId, { lines: toldInFull(all), now: ctx.clock.now() }) };
  });
  return { pictures: await ctx.pictures.load(picturedIn(lines)), risks };
}

interface Asked {
  readonly lines: readonly MailLine[];
  readonly now: Date;
}

/** By the rules of the dashboard, of each as it is now: what has become well since puts nothing at risk. */
async function risksOf(tx: Tx, tenantId: string, { lines, now }: Asked): Promise<MailMatter['risks']> {
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
