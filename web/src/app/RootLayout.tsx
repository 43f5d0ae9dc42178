import { Outlet } from '@tanstack/react-router';
import { Toasts } from '../ui/Toasts.tsx';
import { ErrorModal } from './ErrorModal.tsx';
import { NewVersion } from './NewVersion.tsx';
import { OfflineWarning } from './OfflineWarning.tsx';
import { ReLogin } from './ReLogin.tsx';
import { useSessionExtension } from './use-session-extension.ts';

/** What may appear on every page. */
export function RootLayout() {
  useSessionExtension();
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
