import type { EmailAddress, IdentitySettings } from '@app/shared/contract/accounts.ts';
import { defaultSettings, inheritedSettings } from '@app/shared/contract/address-settings.ts';
import { coloursMailedByDefault } from '@app/shared/watchdogs/model/alert-settings.ts';
import type { Colour } from '@app/shared/base/severity.ts';
import { coloursOf, watchdogOf } from './alert-types.ts';
import type { AddressDraft } from './form-model.ts';

/** A new address in the form: section 5, "Default alert settings for a new e-mail", in the viewer's time zone. */
export function defaultAddress(settings: IdentitySettings, { id, email }: { id: string; email: string }): AddressDraft {
  const types = Object.keys(settings.watchDogTypesToDisplayName);
  return {
    emailAddressId: id,
    email,
    firstName: '',
    lastName: '',
    isPrimary: false,
    isUser: false,
    isVerified: false,
    verificationEmailSent: false,
    ...defaultSettings,
    ...inheritedSettings(settings),
    alertsSettings: Object.fromEntries(types.map((type) => [type, defaultColours(type)])),
    unsubscribedSellerAccounts: [],
    allowedSellerAccounts: [],
    stoppedReason: null,
    lastDigestDay: null,
    isInvited: false,
    isNew: true,
    isDeleted: false,
  };
}

function defaultColours(type: string): EmailAddress['alertsSettings'][string] {
  const watchdog = watchdogOf(type);
  const mailed = watchdog ? coloursMailedByDefault(watchdog) : coloursOf(type);
  const isOn = (colour: Colour) => mailed.includes(colour);
  return { RED: isOn('RED'), AMBER: isOn('AMBER'), GREEN: isOn('GREEN') };
}
