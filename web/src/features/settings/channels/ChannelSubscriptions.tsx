import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { AlertMatrix } from '../parts/AlertMatrix.tsx';
import { accountName } from '../storefronts/account-words.ts';
import type { ChannelDraft } from './channel-draft.ts';
import '../parts/choices.css';

interface Props {
  readonly settings: IdentitySettings;
  readonly draft: ChannelDraft;
  readonly onChange: (change: Partial<ChannelDraft>) => void;
}

/** The choice of the seller accounts and alerts that a channel gets, as for an address. */
export function ChannelSubscriptions({ settings, draft, onChange }: Props) {
  const { alertsSettings, unsubscribedSellerAccounts: unsubscribed } = draft;
  const setSubscribed = (sellerId: string, isSubscribed: boolean) => {
    const others = unsubscribed.filter((id) => id !== sellerId);
    onChange({
      unsubscribedSellerAccounts: (isSubscribed ? others : [...others, sellerId]).toSorted(
        (a, b) => Number(a) - Number(b),
      ),
    });
  };
  return (
    <>
      {settings.sellerAccounts.length > 1 && (
        <fieldset className="choices">
          <legend>Seller accounts</legend>
          {settings.sellerAccounts.map((account) => (
            <Checkbox
              key={account.sellerId}
              checked={!unsubscribed.includes(account.sellerId)}
              onChange={({ target }) => setSubscribed(account.sellerId, target.checked)}
            >
              {accountName(account)}
            </Checkbox>
          ))}
        </fieldset>
      )}
      <fieldset className="channel__alerts">
        <legend>Alerts</legend>
        <AlertMatrix
          names={settings.watchDogTypesToDisplayName}
          suppressed={settings.suppressedAlertTypes}
          alertsSettings={alertsSettings}
          onChange={({ alertType, colour, on }) => {
            const before = alertsSettings[alertType] ?? { RED: false, AMBER: false, GREEN: false };
            onChange({ alertsSettings: { ...alertsSettings, [alertType]: { ...before, [colour]: on } } });
          }}
        />
      </fieldset>
    </>
  );
}
