import './account.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSingleKeys } from '../../../lib/browser/single-keys.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Section, SettingRow } from '../parts/Section.tsx';
import type { PanelProps } from '../form/use-settings-form.ts';
import { BillingRows } from './BillingRows.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { sessionsQuery } from './Sessions.tsx';

/** The viewer's name, the means of logging in, and for the owner the subscription. */
export function AccountSection({ settings, form }: PanelProps) {
  const [isChanging, setChanging] = useState(false);
  const client = useQueryClient();
  return (
    <Section id="account" title="Account Management" note={settings.companyName}>
      <div className="settings-section__body">
        {settings.isOwner ? (
          <OwnerName form={form} />
        ) : (
          <SettingRow title="Your name" note="The owner of the account can change it">
            {`${settings.firstName} ${settings.lastName}`.trim() || '–'}
          </SettingRow>
        )}
        <SettingRow title="Password" note="Changing it logs all other browsers out">
          <Button onClick={() => setChanging(true)}>Change password</Button>
        </SettingRow>
        {settings.isOwner && <BillingRows />}
        <SingleKeys />
      </div>
      {isChanging && (
        <ChangePassword
          onClose={() => setChanging(false)}
          onChanged={() => {
            void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
            void form.reload();
          }}
        />
      )}
    </Section>
  );
}

/** The owner's name, which is saved with the page. */
function OwnerName({ form }: Pick<PanelProps, 'form'>) {
  const { account } = form.draft;
  const field = (name: 'firstName' | 'lastName') => ({
    size: 'md' as const,
    maxLength: 200,
    value: account[name],
    error: form.problems[name],
    onChange: (event: { target: { value: string } }) =>
      form.dispatch({ type: 'accountChanged', change: { [name]: event.target.value } }),
  });
  return (
    <div className="owner-name">
      <TextField label="First Name" autoComplete="given-name" {...field('firstName')} />
      <TextField label="Last Name" autoComplete="family-name" {...field('lastName')} />
    </div>
  );
}

/**
 * The switch for single-key shortcuts. The choice is stored per browser, because speech input, which triggers keys by
 * mistake, is set up per browser too.
 */
function SingleKeys() {
  const [areOn, switchKeys] = useSingleKeys();
  // A touch screen has no keyboard, so the switch is hidden.
  if (!window.matchMedia('(hover: hover)').matches) return null;
  return (
    <div className="setting-row setting-row--switch">
      <Switch
        on={areOn}
        onChange={switchKeys}
        noteId="single-keys"
        note="Letters alone work issues off: j and k move, s and d mark. Switch them off if speech input or an unsteady hand presses them by mistake. This applies to this browser, at once."
      >
        Single-key shortcuts
      </Switch>
    </div>
  );
}
