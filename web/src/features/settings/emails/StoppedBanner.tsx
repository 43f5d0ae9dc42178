import { Banner } from '../../../ui/layout/Banner.tsx';
import { Button } from '../../../ui/fields/Button.tsx';
import type { AddressProps } from './address-props.ts';
import { useVerification } from './use-verification.ts';

/** Its mail server has refused: nothing is sent until the address is verified anew. */
export function StoppedBanner({ form, address }: AddressProps) {
  const { isLocked, send } = useVerification(address);
  if (address.stoppedReason === null) return null;
  const sendAgain = async () => {
    if (await send()) await form.reload();
  };
  const action = (
    <Button size="sm" disabled={isLocked} onClick={() => void sendAgain()}>
      {isLocked ? 'Link sent' : 'Send again'}
    </Button>
  );
  return (
    <div className="email-stopped">
      <Banner level="alert" title="Nothing is sent to this address any more." action={action}>
        {address.stoppedReason}. Send again mails a link; once it is opened, alerts go there again.
      </Banner>
    </div>
  );
}
