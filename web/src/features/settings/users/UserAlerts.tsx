import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import type { AddressDraft } from '../form/form-model.ts';
import { Section, SettingRow } from '../parts/Section.tsx';
import type { FormHandle } from '../form/use-settings-form.ts';
import { alertCount } from './team.ts';

interface Props {
  readonly users: readonly AddressDraft[];
  readonly settings: IdentitySettings;
  readonly form: FormHandle;
}

/** Turns all alerts of a user on or off; single ones are chosen in the settings of the address. */
export function UserAlerts({ users, settings, form }: Props) {
  const rows = users.filter(({ isDeleted }) => !isDeleted);
  return (
    <Section title="Manage User Alerts" note="Single alerts are chosen for each address, under E-mail channels">
      <div className="settings-section__body">
        {rows.map((user) => (
          <Row key={user.emailAddressId} user={user} settings={settings} form={form} />
        ))}
      </div>
    </Section>
  );
}

function Row({ user, settings, form }: Omit<Props, 'users'> & { readonly user: AddressDraft }) {
  const { on, all } = alertCount(user, settings);
  const set = (isOn: boolean) => form.dispatch({ type: 'allAlertsChanged', ids: [user.emailAddressId], on: isOn });
  return (
    <SettingRow title={user.email} note={noteOf(on, all)}>
      <Button
        size="sm"
        disabled={on === all}
        aria-label={`Enable all e-mail alerts of ${user.email}`}
        onClick={() => set(true)}
      >
        Enable all
      </Button>
      <Button
        size="sm"
        disabled={on === 0}
        aria-label={`Disable all e-mail alerts of ${user.email}`}
        onClick={() => set(false)}
      >
        Disable all
      </Button>
    </SettingRow>
  );
}

function noteOf(on: number, all: number): string {
  if (on === 0) return 'Gets no e-mail alerts';
  return on === all ? `Gets all ${all} e-mail alerts` : `Gets ${on} of ${all} e-mail alerts`;
}
