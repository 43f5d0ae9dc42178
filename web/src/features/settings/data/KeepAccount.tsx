import { useQueryClient } from '@tanstack/react-query';
import { takeDeletionBack } from '@app/shared/contract/tenant-data.ts';
import { call } from '../../../lib/http/call.ts';
import { loadIdentity } from '../../../lib/session/identity.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { useSending } from '../two-factor/use-sending.ts';

/** Cancels the planned deletion of the account with one click. */
export function KeepAccount() {
  const client = useQueryClient();
  const { busy, send } = useSending();
  const handleKeep = () =>
    send(async () => {
      await call(takeDeletionBack);
      await loadIdentity(client);
      await client.invalidateQueries();
      showToast('The account stays');
    });
  return (
    <Button size="sm" busy={busy} onClick={() => void handleKeep()}>
      Keep the account
    </Button>
  );
}
