import type { Product } from '@app/shared/contract/world.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { SalesBars } from '../../charts/sales/SalesBars.tsx';
import type { Staleness } from '../../../world/staleness.ts';
import { type BoxHours, boxPaint, boxWords } from './box-day.ts';
import { PicturePair } from '../IssueChange.tsx';
import type { issueChange } from '../issue-change.ts';
import type { CSSProperties } from 'react';
import './box-day.css';

interface Props {
  readonly watchdog: Watchdog;
  readonly product: Product;
  readonly staleness: Staleness;
  readonly change: ReturnType<typeof issueChange> | null;
  readonly boxDay: BoxHours | undefined;
}

/** The largest number of lines of evidence, beside a picture and without one. */
const mostLines = { picture: 1, none: 4 } as const;

/**
 * Returns the number of lines of evidence beside the strip of the buy box. The strip's text needs two lines if there
 * were more than two holders, and a row has room for five lines.
 */
const linesBeside = (day: BoxHours): number => (new Set(day).size > 2 ? 1 : 2);

/** The evidence: pictures before and now, sales or the buy box if the issue is about them, and measured values. */
export function IssueEvidence({ watchdog, product, staleness, change, boxDay }: Props) {
  const isAboutSales = change !== null && watchdog.reads.includes('sales');
  const beside = isAboutSales || change?.pictureBefore != null ? 'picture' : 'none';
  const lines = change?.evidence.slice(0, boxDay ? linesBeside(boxDay) : mostLines[beside]) ?? [];
  return (
    <div className="issue__evidence">
      {change?.pictureBefore && <PicturePair before={change.pictureBefore} />}
      {boxDay && <BoxDay day={boxDay} />}
      {isAboutSales && <SalesBars product={product} staleness={staleness} />}
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
 * The holder of the buy box by hour, as a strip and in words (looks, section 8). It is a single element, because every
 * row may have one: the style sheet draws the strip and the line above it.
 */
function BoxDay({ day }: { readonly day: BoxHours }) {
  const painted: BoxDayStyle = { '--box-day': boxPaint(day) };
  return (
    <p className="box-day" data-caption="Buy box, last 24 h" style={painted}>
      {boxWords(day)}
    </p>
  );
}

interface BoxDayStyle extends CSSProperties {
  readonly '--box-day': string;
}
