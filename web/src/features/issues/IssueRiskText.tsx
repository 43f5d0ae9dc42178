import type { Product, WorldItem } from '@app/shared/contract/world.ts';
import { localeOf } from '@app/shared/base/marketplaces.ts';
import { issueRisk, wastedAdsText } from '@app/shared/world/issues/issue-risk.ts';
import type { Watchdog } from '@app/shared/watchdogs/model/define.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { RiskText } from './RiskText.tsx';

interface Props {
  readonly watchdog: Watchdog;
  readonly item: WorldItem;
  readonly product: Product;
  /** Whether a line of its own says what the amount includes, for places with room for it. */
  readonly isExplained?: boolean;
}

const estimate = 'An estimate: usual units a day × price × what such an event usually costs';

/** The money that one issue puts at risk; nothing while it is unknown. */
export function IssueRiskText({ watchdog, item, product, isExplained = false }: Props) {
  const risk = issueRisk({ type: watchdog.type, item, product, now: useNow() });
  if (!risk) return null;
  const ads = wastedAdsText(risk, localeOf(product.marketplace));
  return (
    <>
      <span className="issue__risk" title={ads === null ? estimate : `${estimate}; ${ads}`}>
        <RiskText money={risk.money} marketplace={product.marketplace} isLong />
      </span>
      {isExplained && ads !== null && <span className="meta">{ads}</span>}
    </>
  );
}
