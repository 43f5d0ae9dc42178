import type { Product } from '@app/shared/contract/world.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { SalesBars } from '../../charts/sales/SalesBars.tsx';
import { BoxDay } from './BoxDay.tsx';
import type { BoxHours } from './box-day.ts';
import { PicturePair } from '../IssueChange.tsx';
import type { issueChange } from '../issue-change.ts';

interface Props {
  readonly watchdog: Watchdog;
  readonly product: Product;
  readonly change: ReturnType<typeof issueChange> | null;
  readonly boxDay: BoxHours | undefined;
}

/** Lines beside a picture, and alone. */
const mostLines = { picture: 1, none: 4 } as const;

/** Beside the strip of a day, whose words are two lines where many held it: a row has room for five. */
const linesBeside = (day: BoxHours): number => (new Set(day).size > 2 ? 1 : 2);

/** Why we think so: pictures before and now, sales or the buy box where it is about them, and what was measured. */
export function IssueEvidence({ watchdog, product, change, boxDay }: Props) {
  const isAboutSales = change !== null && watchdog.reads.includes('sales');
  const beside = isAboutSales || change?.pictureBefore != null ? 'picture' : 'none';
  const lines = change?.evidence.slice(0, boxDay ? linesBeside(boxDay) : mostLines[beside]) ?? [];
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
