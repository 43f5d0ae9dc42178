import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import type { AddressDraft } from '../form/form-model.ts';
import type { FormHandle } from '../form/use-settings-form.ts';
import { accountName } from '../storefronts/account-words.ts';
import '../parts/choices.css';

interface Props {
  readonly user: AddressDraft;
  readonly accounts: readonly SellerAccount[];
  readonly form: FormHandle;
}

/** The storefronts that a user may see. An unticked one is hidden from them on all pages and in all mails. */
export function Permissions({ user, accounts, form }: Props) {
  return (
    <fieldset className="choices">
      <legend>{user.email} may see</legend>
      {accounts.map((account) => (
        <Checkbox
          key={account.sellerId}
          checked={!user.allowedSellerAccounts.includes(account.sellerId)}
          onChange={({ target }) =>
            form.dispatch({
              type: 'accessChanged',
              ids: [user.emailAddressId],
              sellerIds: [account.sellerId],
              on: target.checked,
            })
          }
        >
          {accountName(account)} <span className="meta">{account.marketplaces.join(', ')}</span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
