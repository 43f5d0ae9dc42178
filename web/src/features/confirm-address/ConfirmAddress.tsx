import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { identityQuery, type Identity } from '../../lib/session/identity.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Banner } from '../../ui/layout/Banner.tsx';
import { useVerification } from './use-verification.ts';
import './confirm-address.css';

interface Props {
  readonly identity: Identity;
}

/**
 * Asks an owner to confirm the address before a seller account is connected. A banner of the same height reports the
 * confirmation, so that the content below does not move under the pointer of a user who comes back from the mail.
 */
export function ConfirmAddress({ identity }: Props) {
  const [wasConfirmed] = useState(identity.emailVerified);
  if (wasConfirmed) return null;
  return (
    <div className="confirm-address">
      <div className={identity.emailVerified ? 'confirm-address__done' : undefined}>
        <Request identity={identity} />
      </div>
      {identity.emailVerified && (
        <Banner level="ok" title="Your e-mail address is verified.">
          Alerts will be sent to {identity.email}.
        </Banner>
      )}
    </div>
  );
}

/** The page polls for the confirmation, because the link may be opened in another browser. */
const lookEveryMs = 3000;

function Request({ identity }: Props) {
  const { isLocked, send } = useVerification(identity);
  useQuery({ ...identityQuery, refetchInterval: identity.emailVerified ? false : lookEveryMs });
  return (
    <Banner
      level="info"
      title="Please verify your e-mail address first."
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
