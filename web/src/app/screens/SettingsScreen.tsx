import { SettingsPage } from '../../features/settings/SettingsPage.tsx';
import { Shell } from '../shell/Shell.tsx';

export function SettingsScreen() {
  return (
    <Shell>
      <SettingsPage />
    </Shell>
  );
}
