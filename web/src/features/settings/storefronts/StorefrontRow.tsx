import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { messageOfError } from '@app/shared/base/thrown.ts';
import { authorizationRedirect, type SellerAccount } from '@app/shared/contract/sellers.ts';
import { call } from '../../../lib/http/call.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Chip } from '../../../ui/fields/Chip.tsx';
import { FieldError } from '../../../ui/fields/FieldError.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/overlays/Menu.tsx';
import { Severity } from '../../../ui/signs/SeveritySign.tsx';
import { useLeaving } from '../../../lib/browser/use-leaving.ts';
import type { PanelProps } from '../form/use-settings-form.ts';
import { accountName } from './account-words.ts';
import { adConnectionsQuery } from './ad-connections-query.ts';
import { AdvertisingCell } from './AdvertisingCell.tsx';
import { DeleteSellerModal } from './DeleteSellerModal.tsx';
import { useAdDisconnect } from './use-ad-disconnect.ts';

interface Props extends PanelProps {
  readonly account: SellerAccount;
  /** Section 2: "column shown if any account may need it". */
  readonly hasStateColumn: boolean;
}

export function StorefrontRow({ settings, form, account, hasStateColumn }: Props) {
  return (
    <tr>
      <td data-label="Nickname">
        {settings.isOwner ? <Nickname form={form} account={account} /> : accountName(account)}
      </td>
      <td data-label="Seller ID and token">
        <span className="storefronts__key">
          <span className="seller-key">{account.sellerKey}</span>
          {account.authTokenLast6Digit !== '' && (
            <span className="meta figures">{`•••• ${account.authTokenLast6Digit}`}</span>
          )}
        </span>
      </td>
      <td data-label="Region">
        <span className="storefronts__markets">
          {account.marketplaces.map((code) => (
            <Chip key={code}>{code}</Chip>
          ))}
          {account.marketplaces.length === 0 && account.region}
        </span>
      </td>
      {hasStateColumn && (
        <td data-label="Authorization" className="storefronts__state">
          {account.mayNeedReauthorization ? (
            <Severity level="warning" size={14}>
              May need re-authorization
            </Severity>
          ) : (
            <Severity level="ok" size={14}>
              Authorized
            </Severity>
          )}
        </td>
      )}
      {settings.showAdvertisementApiSettings && (
        <td data-label="Advertising">
          <AdvertisingCell settings={settings} form={form} account={account} />
        </td>
      )}
      <td className="settings-table__end">
        <Actions settings={settings} form={form} account={account} />
      </td>
    </tr>
  );
}

function Nickname({ form, account }: Pick<Props, 'form' | 'account'>) {
  const { sellerId, name } = account;
  const problem = form.problems.nicknames[sellerId];
  const id = useId();
  return (
    <>
      <input
        type="text"
        className="input input--md storefronts__name"
        aria-label={`Nickname of ${accountName(account)}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        maxLength={70}
        placeholder={name}
        value={form.draft.nicknames[sellerId] ?? ''}
        onChange={({ target }) => form.dispatch({ type: 'nicknameChanged', sellerId, name: target.value })}
      />
      {problem && <FieldError id={id}>{problem}</FieldError>}
    </>
  );
}

function Actions({ settings, form, account }: Pick<Props, 'settings' | 'form' | 'account'>) {
  const [isDeleting, setDeleting] = useState(false);
  // Section 8: "re-authorise failure is a browser alert with the response message".
  const { isLeaving, leave } = useLeaving((error) => window.alert(messageOfError(error)));
  const reAuthorize = () => {
    const query = { region: account.region, path: '/settings', expectedSellerKey: account.sellerKey } as const;
    leave(async (signal) => (await call(authorizationRedirect, { query }, { signal })).location);
  };
  const disconnect = useAdDisconnect(account, form.setFailure);
  const { data: advertising } = useQuery({ ...adConnectionsQuery, enabled: settings.isOwner });
  const isAdvertised = advertising?.connections.some(({ sellerId }) => sellerId === account.sellerId) === true;
  const more = (
    <IconButton label={`More for ${accountName(account)}`} size="sm">
      <IconDots size={16} aria-hidden="true" />
    </IconButton>
  );
  return (
    <span className="storefronts__actions">
      {account.mayNeedReauthorization && (
        <Button size="sm" busy={isLeaving} onClick={reAuthorize}>
          Re-Authorize
        </Button>
      )}
      <Menu trigger={more} align="end">
        <MenuItem onSelect={reAuthorize}>Re-Authorize</MenuItem>
        {settings.isOwner && (
          <>
            {isAdvertised && <MenuItem onSelect={() => void disconnect()}>Disconnect Advertising</MenuItem>}
            <MenuLine />
            <MenuItem danger onSelect={() => setDeleting(true)}>
              Delete Account
            </MenuItem>
          </>
        )}
      </Menu>
      {isDeleting && <DeleteSellerModal form={form} account={account} onClose={() => setDeleting(false)} />}
    </span>
  );
}
