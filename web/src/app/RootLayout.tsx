import { Outlet } from '@tanstack/react-router';
import { useSingleKeysSwitch } from '../lib/browser/single-keys.ts';
import { Toasts } from '../ui/overlays/Toasts.tsx';
import { ErrorModal } from './ErrorModal.tsx';
import { NewVersion } from './NewVersion.tsx';
import { OfflineWarning } from './OfflineWarning.tsx';
import { ReLogin } from './ReLogin.tsx';
import { useSessionExtension } from './use-session-extension.ts';

/** What may appear on every page. */
export function RootLayout() {
  useSessionExtension();
  useSingleKeysSwitch();
  return (
    <>
      <Outlet />
      <OfflineWarning />
      <ErrorModal />
      <ReLogin />
      <NewVersion />
      <Toasts />
    </>
  );
}
