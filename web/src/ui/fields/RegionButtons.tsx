import { IconExternalLink } from '@tabler/icons-react';
import { marketplacesOf, regionCodes, type Region } from '@app/shared/base/marketplaces.ts';
import { Chip } from './Chip.tsx';
import { Severity, SeveritySign } from '../signs/SeveritySign.tsx';
import { PlainButton } from './PlainButton.tsx';
import './region-buttons.css';

interface Props {
  readonly accounts: readonly { readonly region: Region }[];
  readonly authorizing: Region | null;
  readonly onAuthorize: (region: Region) => void;
}

const names: Readonly<Record<Region, string>> = { NA: 'America region', EU: 'Europe region', IN: 'India' };

/**
 * One authorisation covers every marketplace of a region. A connected region can be chosen again, for a second account.
 */
export function RegionButtons({ accounts, authorizing, onAuthorize }: Props) {
  return (
    <>
      <ul className="regions">
        {regionCodes.map((region) => (
          <li key={region}>
            <RegionButton
              region={region}
              connected={accounts.filter((account) => account.region === region).length}
              isLoading={authorizing === region}
              isDisabled={authorizing !== null && authorizing !== region}
              onClick={() => onAuthorize(region)}
            />
          </li>
        ))}
      </ul>
      {authorizing && (
        <p className="meta regions__note">One at a time: the others can be chosen again when Amazon has answered.</p>
      )}
    </>
  );
}

interface ButtonProps {
  readonly region: Region;
  readonly connected: number;
  readonly isLoading: boolean;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

function RegionButton({ region, connected, isLoading, isDisabled, onClick }: ButtonProps) {
  const classes = ['region', isLoading && 'region--loading', connected > 0 && 'region--connected'];
  return (
    <PlainButton className={classes.filter(Boolean).join(' ')} disabled={isDisabled} busy={isLoading} onClick={onClick}>
      <span className="grow">
        <span className="region__name">{names[region]}</span>
        <span className="region__markets">
          {marketplacesOf(region).map(({ code }) => (
            <Chip key={code}>{code}</Chip>
          ))}
        </span>
      </span>
      <RegionState isLoading={isLoading} connected={connected} />
    </PlainButton>
  );
}

function RegionState({ isLoading, connected }: Pick<ButtonProps, 'isLoading' | 'connected'>) {
  if (isLoading) {
    return (
      <span className="severity tone--info">
        <SeveritySign level="starting" />
        Waiting for Amazon
      </span>
    );
  }
  if (connected > 0) return <Severity level="ok">{connected > 1 ? `${connected} connected` : 'Connected'}</Severity>;
  return <IconExternalLink size={16} aria-hidden="true" className="region__leave" />;
}
