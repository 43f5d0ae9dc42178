import type { Product } from '@app/shared/contract/sentinel.ts';
import type { Watchdog } from '@app/shared/watchdogs/define.ts';
import { SalesBars } from '../products/SalesBars.tsx';
import { PicturePair } from './IssueChange.tsx';
import type { issueChange } from './issue-change.ts';

interface Props {
  readonly watchdog: Watchdog;
  readonly product: Product;
  readonly change: ReturnType<typeof issueChange> | null;
}

/** Why we think so: pictures before and now, days of sales where it is about them, and what was measured. */
export function IssueEvidence({ watchdog, product, change }: Props) {
  const isAboutSales = change !== null && watchdog.reads.includes('sales');
  const lines = change?.evidence.slice(0, isAboutSales || change.pictureBefore !== null ? 1 : 4) ?? [];
  return (
    <div className="issue__evidence">
      {change?.pictureBefore && <PicturePair before={change.pictureBefore} />}
      {isAboutSales && <SalesBars product={product} />}
      <dl>
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
