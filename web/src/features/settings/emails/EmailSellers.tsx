import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Fold } from '../parts/Fold.tsx';
import { mayManageAccess } from '../may-edit.ts';
import { accountName, regionNames } from '../storefronts/account-words.ts';
import type { AddressProps } from './address-props.ts';
import { sellersNote } from './email-words.ts';
import '../parts/settings-table.css';

/** The seller accounts that an address may see, and those whose alerts it gets. */
export function EmailSellers(props: AddressProps) {
  const { settings, form, address } = props;
  const { sellerAccounts } = settings;
  const notified = sellerAccounts.filter(({ sellerId }) => getsAlertsOf(address, sellerId));
  const all = sellerAccounts.map(({ sellerId }) => sellerId);
  const setAll = (on: boolean) =>
    form.dispatch({ type: 'sellerAlertsChanged', id: address.emailAddressId, sellerIds: all, on });
  return (
    <Fold
      title="Seller accounts"
      note={sellersNote(notified.length, all.length)}
      name="permissions"
      startsOpen={sellerAccounts.length <= 4}
      onAll={sellerAccounts.length > 4 ? setAll : undefined}
    >
      <table className="settings-table settings-table--stacks seller-permissions">
        <thead>
          <tr>
            <th scope="col">Seller ID</th>
            <th scope="col">Region</th>
            <th scope="col">Account nick name</th>
            <th scope="col">Access</th>
            <th scope="col">Alerts</th>
          </tr>
        </thead>
        <tbody>
          {sellerAccounts.map((account) => (
            <Row key={account.sellerId} {...props} account={account} />
          ))}
        </tbody>
      </table>
    </Fold>
  );
}

const getsAlertsOf = (
  { unsubscribedSellerAccounts, allowedSellerAccounts }: AddressProps['address'],
  sellerId: string,
): boolean => !unsubscribedSellerAccounts.includes(sellerId) && !allowedSellerAccounts.includes(sellerId);

function Row({ settings, form, address, account }: AddressProps & { readonly account: SellerAccount }) {
  const { sellerId } = account;
  const id = address.emailAddressId;
  const hasAccess = !address.allowedSellerAccounts.includes(sellerId);
  const name = accountName(account);
  return (
    <tr>
      <td data-label="Seller ID" className="seller-key">
        {account.sellerKey}
      </td>
      <td data-label="Region">{regionNames[account.region]}</td>
      <td data-label="Account nick name" className="medium">
        {name}
      </td>
      <td>
        <span className="cell-name">Access</span>
        <Checkbox
          checked={hasAccess}
          disabled={!mayManageAccess(settings, address)}
          title={address.isPrimary ? 'The owner sees every seller account' : undefined}
          onChange={({ target }) =>
            form.dispatch({ type: 'accessChanged', ids: [id], sellerIds: [sellerId], on: target.checked })
          }
        >
          <span className="visually-hidden">Access to {name}</span>
        </Checkbox>
      </td>
      <td>
        <span className="cell-name">Alerts</span>
        <Checkbox
          checked={getsAlertsOf(address, sellerId)}
          disabled={!hasAccess}
          onChange={({ target }) =>
            form.dispatch({ type: 'sellerAlertsChanged', id, sellerIds: [sellerId], on: target.checked })
          }
        >
          <span className="visually-hidden">Alerts of {name}</span>
        </Checkbox>
      </td>
    </tr>
  );
}
