import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import { useFailed } from '../../../lib/http/kept-failure.ts';
import { buttonClass } from '../../../ui/fields/Button.tsx';
import { Chip } from '../../../ui/fields/Chip.tsx';
import { ErrorState } from '../../../ui/layout/ErrorState.tsx';
import { Panel } from '../../../ui/layout/Panel.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/layout/Skeleton.tsx';
import { settingsQuery } from '../billing-queries.ts';
import { dateOf } from '../days.ts';
import { regionsOf } from './regions.ts';
import './company.css';

/** The company and the regions of its storefronts. */
export function AccountPanels() {
  const settings = useQuery(settingsQuery);
  const { data } = settings;
  const failed = useFailed(settings);
  if (data) {
    return (
      <>
        <CompanyPanel settings={data} />
        <StorefrontPanel settings={data} />
      </>
    );
  }
  return (
    <Panel title="Company">
      {failed ? (
        <ErrorState title="The account did not load" {...failed} />
      ) : (
        <SkeletonArea label="Loading the account">
          <span className="account-panel">
            <Skeleton height="80px" />
          </span>
        </SkeletonArea>
      )}
    </Panel>
  );
}

interface Props {
  readonly settings: IdentitySettings;
}

function CompanyPanel({ settings }: Props) {
  const owner = settings.emailAddresses.find(({ isPrimary }) => isPrimary);
  const ownerName = settings.isOwner ? `${settings.firstName} ${settings.lastName}`.trim() : '';
  const edit = settings.isOwner && (
    <Link to="/settings" hash="account" className={buttonClass({ size: 'sm', variant: 'ghost' })}>
      Edit
    </Link>
  );
  return (
    <Panel title="Company" aside={edit}>
      <div className="account-panel">
        <p className="medium">{settings.companyName || 'No company name'}</p>
        <p className="dim">
          Owner {ownerName !== '' && `${ownerName}, `}
          <span className="account-panel__email">{owner?.email ?? ''}</span>
        </p>
        <p className="dim">Account since {dateOf(new Date(settings.accountCreatedAt * 1000).toISOString())}</p>
      </div>
    </Panel>
  );
}

function StorefrontPanel({ settings: { sellerAccounts, isOwner } }: Props) {
  return (
    <Panel title="Connected storefront regions">
      <ul className="account-panel account-regions">
        {regionsOf(sellerAccounts).map(({ region, name, accounts, marketplaces }) => (
          <li key={region}>
            <span className="grow">
              <span className="medium">{name}</span> <span className="meta">{accounts}</span>
            </span>
            <span className="account-regions__markets">
              {marketplaces.map((code) => (
                <Chip key={code}>{code}</Chip>
              ))}
            </span>
          </li>
        ))}
        {sellerAccounts.length === 0 && (
          <li className="dim">No storefront is connected yet.{isOwner && ' Connect one in the settings.'}</li>
        )}
      </ul>
    </Panel>
  );
}
