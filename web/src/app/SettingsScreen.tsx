import { SettingsPage } from '../features/settings/SettingsPage.tsx';
import { Shell } from './Shell.tsx';

export function SettingsScreen() {
  return (
    <Shell>
      <SettingsPage />
    </Shell>
  );
}
