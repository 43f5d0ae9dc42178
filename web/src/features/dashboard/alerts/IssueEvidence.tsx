import type { Product } from '@app/shared/contract/sentinel.ts';
import type { Watchdog } from '@app/shared/watchdogs/define.ts';
import { SalesBars } from '../products/SalesBars.tsx';
import { BoxDay } from './BoxDay.tsx';
import type { BoxHours } from './box-day.ts';
import { PicturePair } from './IssueChange.tsx';
import type { issueChange } from './issue-change.ts';

interface Props {
  readonly watchdog: Watchdog;
  readonly product: Product;
  readonly change: ReturnType<typeof issueChange> | null;
  readonly boxDay: BoxHours | undefined;
}

/** Lines beside a picture, beside the strip of a day, and alone. */
const mostLines = { picture: 1, strip: 2, none: 4 } as const;

/** Why we think so: pictures before and now, sales or the buy box where it is about them, and what was measured. */
export function IssueEvidence({ watchdog, product, change, boxDay }: Props) {
  const isAboutSales = change !== null && watchdog.reads.includes('sales');
  const beside = isAboutSales || change?.pictureBefore != null ? 'picture' : boxDay ? 'strip' : 'none';
  const lines = change?.evidence.slice(0, mostLines[beside]) ?? [];
  return (
    <div className="issue__evidence">
      {change?.pictureBefore && <PicturePair before={change.pictureBefore} />}
      {boxDay && <BoxDay day={boxDay} />}
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
