import { useQuery } from '@tanstack/react-query';
import { formatCount } from '@app/shared/base/format-count.ts';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { packageInfo } from '@app/shared/contract/billing.ts';
import type { sellerList } from '@app/shared/contract/sellers.ts';
import { remainingSetupMinutes } from '@app/shared/domain/account/setup-step.ts';
import { query } from '../../lib/http/call.ts';
import type { Identity } from '../../lib/session/identity.ts';
import { ProgressBar } from '../../ui/signs/ProgressBar.tsx';
import { SeveritySign } from '../../ui/signs/SeveritySign.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import './connect.css';

type Account = Reply<typeof sellerList>['sellerAccounts'][number];

/** Specification, section 9: the announced wait while the package is not known yet. */
const usualWaitMinutes = 7;

interface Props {
  readonly accounts: readonly Account[];
  readonly identity: Identity | undefined;
  /**
   * When the identity was fetched, in ms since 1970; the age of the set-up that it states is counted on from this time.
   */
  readonly identityAt: number;
}

/** The numbers of products found and checked, for each seller account. */
export function SetupProgress({ accounts, identity, identityAt }: Props) {
  const { data: subscription } = useQuery(query(packageInfo, { query: {} }));
  const now = useNow();
  const age = identity?.secondsSinceFirstSellerAccountCreated ?? 0;
  const seconds = age + Math.max(0, now - identityAt) / 1000;
  const minutesLeft = remainingSetupMinutes(subscription?.waitMinutes ?? usualWaitMinutes, seconds);
  return accounts.map((account) => (
    <AccountProgress key={account.sellerId} account={account} minutesLeft={minutesLeft} />
  ));
}

function AccountProgress({ account, minutesLeft }: { readonly account: Account; readonly minutesLeft: number }) {
  const { products, checkedProducts, setupCompleted } = account;
  const hasFound = products > 0 || setupCompleted;
  return (
    <section className="facts" aria-live="polite">
      <div className="row">
        <h2 className="grow ellipsis account__name">{account.accountNickName ?? account.nickName ?? account.name}</h2>
        <span className="meta">{setupCompleted ? 'ready' : waitText(minutesLeft)}</span>
      </div>
      <div className="account__bar">
        <ProgressBar label="Set-up" value={setupCompleted ? 1 : checkedProducts} max={setupCompleted ? 1 : products} />
      </div>
      <ul>
        <li>
          <SeveritySign level={hasFound ? 'ok' : 'starting'} size={14} />
          <span className="grow">{hasFound ? 'Found products' : 'Looking for products'}</span>
          <span className="meta figures">{hasFound ? formatCount(products) : ''}</span>
        </li>
        <li>
          <SeveritySign level={setupCompleted ? 'ok' : 'starting'} size={14} />
          <span className="grow">{setupCompleted ? 'Checked for the first time' : 'Checking for the first time'}</span>
          <span className="meta figures">
            {hasFound ? `${formatCount(checkedProducts)} of ${formatCount(products)}` : ''}
          </span>
        </li>
      </ul>
    </section>
  );
}

const waitText = (minutes: number): string => (minutes === 0 ? 'almost done' : `about ${minutes} min left`);
