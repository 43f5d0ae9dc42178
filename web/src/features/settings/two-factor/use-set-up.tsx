import { useState } from 'react';
import type { Reply } from '@app/shared/contract/endpoint.ts';
import { startApp } from '@app/shared/contract/two-factor.ts';
import { call } from '../../../lib/http/call.ts';
import { AppModal } from './AppModal.tsx';
import { PasskeyModal } from './PasskeyModal.tsx';
import { RecoveryCodesModal } from './RecoveryCodesModal.tsx';
import { useSending } from './use-sending.ts';
import './two-factor.css';

type OpenDialog =
  | { readonly kind: 'app'; readonly app: Reply<typeof startApp> }
  | { readonly kind: 'passkey' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

/**
 * The dialogs that set up a second step. Calls `onChanged` once it is active, `onDone` when the last dialog is closed.
 */
export function useSetUp({ onChanged, onDone }: { readonly onChanged: () => void; readonly onDone?: () => void }) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const sending = useSending();
  const close = () => setOpen(null);
  const showCodes = (codes: readonly string[]) => setOpen({ kind: 'codes', codes });
  const handleAdded = (codes: readonly string[] | null) => {
    onChanged();
    if (codes) return showCodes(codes);
    close();
    onDone?.();
  };
  const addApp = () =>
    sending.send(async () => {
      setOpen({ kind: 'app', app: await call(startApp) });
    });
  const dialogs = (
    <>
      {open?.kind === 'app' && <AppModal app={open.app} onAdded={handleAdded} onClose={close} />}
      {open?.kind === 'passkey' && <PasskeyModal onAdded={handleAdded} onClose={close} />}
      {open?.kind === 'codes' && (
        <RecoveryCodesModal
          codes={open.codes}
          onClose={() => {
            close();
            onDone?.();
          }}
        />
      )}
    </>
  );
  return { ...sending, dialogs, showCodes, addApp, addPasskey: () => setOpen({ kind: 'passkey' }) };
}
