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

interface SetUpEvents {
  /** Called once the second step is active. */
  readonly onChanged?: () => void;
  /** Called when the last dialog is closed. */
  readonly onDone?: () => void;
  /** Called when a call has failed. The server may have set the second step up, if its answer was lost in an outage. */
  readonly onFailed: () => void;
}

/** The dialogs that set up a second step. */
export function useSetUp({ onChanged, onDone, onFailed }: SetUpEvents) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const sending = useSending();
  const close = () => setOpen(null);
  const showCodes = (codes: readonly string[]) => setOpen({ kind: 'codes', codes });
  const handleAdded = (codes: readonly string[] | null) => {
    onChanged?.();
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
      {open?.kind === 'app' && <AppModal app={open.app} onAdded={handleAdded} onFailed={onFailed} onClose={close} />}
      {open?.kind === 'passkey' && <PasskeyModal onAdded={handleAdded} onFailed={onFailed} onClose={close} />}
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
