import { Button } from '../../../ui/fields/Button.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { mayEdit } from '../may-edit.ts';
import { SettingRow } from '../parts/Section.tsx';
import type { AddressProps } from './address-props.ts';
import { emailHint } from './email-words.ts';
import { isUnsavedEmail } from '../form/form-model.ts';
import { EmailHead } from './EmailHead.tsx';
import { EmailSellers } from './EmailSellers.tsx';
import { EmailTimes } from './EmailTimes.tsx';
import { AlertMatrix } from '../parts/AlertMatrix.tsx';
import { coloursOf } from '../form/alert-types.ts';
import { Fold } from '../parts/Fold.tsx';
import { StoppedBanner } from './StoppedBanner.tsx';

export function EmailDetail(props: AddressProps) {
  const { settings, form, address } = props;
  const isEditable = mayEdit(settings, address);
  return (
    <>
      <EmailHead {...props} />
      {!isEditable && <p className="dim">Only the account owner sees and changes what this address is told.</p>}
      {isEditable && address.isDeleted && <Deleted {...props} />}
      {isEditable && !address.isDeleted && (
        <>
          <StoppedBanner {...props} />
          {settings.isOwner && !address.isPrimary && <EmailRow {...props} />}
          <EmailTimes key={address.emailAddressId} form={form} address={address} />
          {settings.sellerAccounts.length > 0 && <EmailSellers {...props} />}
          <EmailAlerts {...props} />
        </>
      )}
    </>
  );
}

function EmailRow({ form, address }: AddressProps) {
  const id = address.emailAddressId;
  return (
    <div className="email-row">
      <TextField
        label="E-mail address"
        type="email"
        size="md"
        autoComplete="off"
        value={address.email}
        hint={emailHint(address, isUnsavedEmail(form, address))}
        error={form.problems.emails[id]}
        onChange={({ target }) => form.dispatch({ type: 'addressChanged', id, change: { email: target.value } })}
      />
    </div>
  );
}

function Deleted({ form, address }: AddressProps) {
  const keep = () => form.dispatch({ type: 'addressDeleted', id: address.emailAddressId, isDeleted: false });
  return (
    <SettingRow title="Is deleted when you save" note="Nothing is sent to it any more then">
      <Button size="sm" onClick={keep}>
        Keep it
      </Button>
    </SettingRow>
  );
}

function EmailAlerts({ settings, form, address }: AddressProps) {
  const id = address.emailAddressId;
  const offered = Object.keys(settings.watchDogTypesToDisplayName)
    .filter((type) => !settings.suppressedAlertTypes.includes(type))
    .flatMap((type) => coloursOf(type).map((colour) => address.alertsSettings[type]?.[colour] === true));
  const onCount = offered.filter(Boolean).length;
  return (
    <Fold
      title="Alerts"
      note={onCount === offered.length ? 'All on' : `${onCount} of ${offered.length} on`}
      name="alerts"
      startsOpen
      onAll={(on) => form.dispatch({ type: 'allAlertsChanged', ids: [id], on })}
    >
      <AlertMatrix
        names={settings.watchDogTypesToDisplayName}
        suppressed={settings.suppressedAlertTypes}
        alertsSettings={address.alertsSettings}
        onChange={(change) => form.dispatch({ type: 'alertChanged', id, ...change })}
      />
    </Fold>
  );
}
