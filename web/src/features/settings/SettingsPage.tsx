import { useQuery } from '@tanstack/react-query';
import type { IdentitySettings } from '@app/shared/contract/accounts.ts';
import { ErrorState } from '../../ui/layout/ErrorState.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { AppsPanel } from './apps/AppsPanel.tsx';
import { DeliveryPanel } from './delivery/DeliveryPanel.tsx';
import { EmailPanel } from './emails/EmailPanel.tsx';
import { LeavePrompt } from './LeavePrompt.tsx';
import { AccountPanels, ChannelPanels, UsersPanel } from './panels.tsx';
import { SaveBar } from './SaveBar.tsx';
import { SettingsNav } from './SettingsNav.tsx';
import { SettingsSkeleton } from './SettingsSkeleton.tsx';
import { StorefrontPanel } from './storefronts/StorefrontPanel.tsx';
import { TeamsPanel } from './teams/TeamsPanel.tsx';
import { useAddressedSection } from './use-addressed-section.ts';
import { useAuthorizationReturn } from './use-authorization-return.ts';
import { useSections } from './use-sections.ts';
import { settingsQuery, useSettingsForm } from './use-settings-form.ts';
import './settings.css';

export function SettingsPage() {
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  return (
    <main className="settings">
      <PageTitle>Email & Account Settings</PageTitle>
      <header className="settings__head">
        <h1>Email &amp; Account Settings</h1>
        <p className="dim">Who is told what, when, and for which seller account.</p>
      </header>
      {settings && <LoadedSettings settings={settings} />}
      {!settings && error && (
        <ErrorState title="The settings did not load" message={error.message} onRetry={() => void refetch()} />
      )}
      {!settings && !error && <SettingsSkeleton />}
    </main>
  );
}

function LoadedSettings({ settings }: { readonly settings: IdentitySettings }) {
  const form = useSettingsForm(settings);
  const { sections, warnings } = useSections(form);
  useAuthorizationReturn(form.setFailure);
  useAddressedSection();
  const props = { settings, form };
  const { isOwner } = settings;
  return (
    <div className="settings__columns">
      <SettingsNav sections={sections} warnings={warnings} />
      <div className="settings__panels">
        <EmailPanel {...props} />
        {isOwner && <DeliveryPanel form={form} />}
        {isOwner && <UsersPanel {...props} />}
        {isOwner && <TeamsPanel {...props} />}
        <StorefrontPanel {...props} />
        <ChannelPanels {...props} />
        {isOwner && <AppsPanel onFailure={form.setFailure} />}
        <AccountPanels {...props} />
        <SaveBar form={form} />
      </div>
      <LeavePrompt isDirty={form.isDirty} />
    </div>
  );
}
