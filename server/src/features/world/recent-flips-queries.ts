import { sql } from 'kysely';
import type { Colour } from '@app/shared/base/severity.ts';
import { mostRecentNews } from '@app/shared/world/recent-news.ts';
import type { Tx } from '../../lib/db/db.ts';
import type { Viewer } from './world-queries.ts';

export interface RecentFlip {
  readonly flipId: string;
  readonly productId: string;
  readonly type: string;
  readonly colour: Colour;
  readonly isImproved: boolean;
  readonly message: string | null;
  readonly at: Date;
}

interface FlipFilter {
  /** Kinds that the viewer does not see. */
  readonly hiddenTypes: readonly string[];
  /** Kinds that report improvements. */
  readonly greenTypes: readonly string[];
}

/** Loads the latest flips, newest first. Improvements have a limit of their own, so that they displace no alert. */
export async function loadRecentFlips(tx: Tx, actor: Viewer, filter: FlipFilter): Promise<RecentFlip[]> {
  const visible = sql`
      select f.flip_id, f.product_id, f.type, f.colour, f.is_improved, f.message, f.at
        from flips f
        join products p
          on p.tenant_id = f.tenant_id
         and p.product_id = f.product_id
       where f.tenant_id = ${actor.tenantId}
         and not f.is_silent
         and f.type <> all (${filter.hiddenTypes}::text[])
         and p.is_tracked
         and p.seller_account_id <> all (${actor.hiddenSellerAccountIds}::bigint[])`;
  const { rows } = await sql<RecentFlip>`
    /* prepared */
    with problems as (
      ${visible}
         and f.colour <> 'GREEN'
       order by f.at desc, f.flip_id desc
       limit ${mostRecentNews}
    ),
    improvements as (
      ${visible}
         and f.colour = 'GREEN'
         and f.type = any (${filter.greenTypes}::text[])
         and f.at >= coalesce((select min(at) from problems having count(*) = ${mostRecentNews}), '-infinity')
       order by f.at desc, f.flip_id desc
       limit ${mostRecentNews}
    )
    select r.flip_id as "flipId",
           r.product_id as "productId",
           r.type,
           r.colour,
           r.is_improved as "isImproved",
           r.message,
           r.at
      from (select * from problems union all select * from improvements) r
     order by r.at desc, r.flip_id desc`.execute(tx);
  return rows;
}
