import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { FloatingHost } from '../ui/floating-host.ts';
import { Toasts } from '../ui/Toasts.tsx';
import { ErrorModal } from './ErrorModal.tsx';
import { OfflineWarning } from './OfflineWarning.tsx';
import { ReLogin } from './ReLogin.tsx';
import { useSessionExtension } from './use-session-extension.ts';

/** What may appear on every page. */
export function RootLayout() {
  useSessionExtension();
  const [menus, setMenus] = useState<HTMLElement | null>(null);
  return (
    <FloatingHost value={menus}>
      <Outlet />
      <OfflineWarning />
      <ErrorModal />
      <ReLogin />
      <Toasts />
      <section aria-label="Menus" ref={setMenus} />
    </FloatingHost>
  );
}
