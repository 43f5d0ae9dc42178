import { useQuery } from '@tanstack/react-query';
import { identityQuery, type Identity } from '../../lib/session/identity.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Banner } from '../../ui/layout/Banner.tsx';
import { useVerification } from './use-verification.ts';

/** The link may be opened in another browser, of which this page is not told. */
const lookEveryMs = 3000;

/** Asks an owner to confirm the address before a seller account is connected, and is gone once it is confirmed. */
export function ConfirmAddress({ identity }: { readonly identity: Identity }) {
  const { isLocked, send } = useVerification(identity);
  useQuery({ ...identityQuery, refetchInterval: lookEveryMs });
  return (
    <Banner
      level="info"
      title="Please confirm your e-mail address first."
      action={
        <Button size="sm" disabled={isLocked} onClick={() => void send()}>
          Send the link again
        </Button>
      }
    >
      We have sent a link to {identity.email}. Open it, and go on here.
    </Banner>
  );
}
