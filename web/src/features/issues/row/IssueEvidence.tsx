import type { Product } from '@app/shared/contract/world.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { SalesBars } from '../../charts/sales/SalesBars.tsx';
import { type BoxHours, boxPaint, boxWords } from './box-day.ts';
import { PicturePair } from '../IssueChange.tsx';
import type { issueChange } from '../issue-change.ts';
import type { CSSProperties } from 'react';
import './box-day.css';

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

/**
 * Who had the buy box, hour by hour and in words (looks, section 8). All of it is one element, as there may be one in
 * every row: the strip and the line above it are drawn by the style sheet.
 */
function BoxDay({ day }: { readonly day: BoxHours }) {
  const painted: Painted = { '--box-day': boxPaint(day) };
  return (
    <p className="box-day" data-caption="Buy box, last 24 h" style={painted}>
      {boxWords(day)}
    </p>
  );
}

interface Painted extends CSSProperties {
  readonly '--box-day': string;
}
