import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { issueRisk } from '@app/shared/world/issues/issue-risk.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { RiskText } from './RiskText.tsx';

interface Props {
  readonly watchdog: Watchdog;
  readonly item: WorldItem;
  readonly product: Product;
}

/** The money that one issue puts at risk; nothing while it is unknown. */
export function IssueRiskText({ watchdog, item, product }: Props) {
  const risk = issueRisk({ type: watchdog.type, item, product, now: useNow() });
  if (!risk) return null;
  return (
    <span className="issue__risk" title="An estimate: usual units a day × price × what such an event usually costs">
      <RiskText money={risk.money} marketplace={product.marketplace} isLong />
    </span>
  );
}
