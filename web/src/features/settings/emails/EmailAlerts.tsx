import { AlertMatrix } from '../AlertMatrix.tsx';
import { coloursOf } from '../alert-types.ts';
import { Fold } from '../Fold.tsx';
import type { AddressProps } from './address-props.ts';

export function EmailAlerts({ settings, form, address }: AddressProps) {
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
