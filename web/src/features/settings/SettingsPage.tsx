import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { IdentitySettings } from '@app/shared/contract/settings.ts';
import { Banner } from '../../ui/Banner.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { LeavePrompt } from './LeavePrompt.tsx';
import { AccountPanels, ChannelPanels, UsersPanel } from './panels.tsx';
import { SaveBar } from './SaveBar.tsx';
import { sections } from './sections.ts';
import { SettingsNav } from './SettingsNav.tsx';
import { SettingsSkeleton } from './SettingsSkeleton.tsx';
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
  const props = { settings, form };
  const { isOwner } = settings;
  const shown = useMemo(() => sections.filter(({ isOwners }) => isOwner || !isOwners), [isOwner]);
  return (
    <div className="settings__columns">
      <SettingsNav sections={shown} warnings={{}} />
      <div className="settings__panels">
        {isOwner && <UsersPanel {...props} />}
        <ChannelPanels {...props} />
        <AccountPanels {...props} />
        {form.failure && (
          <Banner level="alert" title="Error" onClose={() => form.setFailure(null)}>
            {form.failure}
          </Banner>
        )}
        <SaveBar form={form} />
      </div>
      <LeavePrompt isDirty={form.isDirty} />
    </div>
  );
}
