import { Button } from '../../../ui/fields/Button.tsx';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { useVerification } from '../../confirm-address/use-verification.ts';
import { type AddressDraft, isUnsavedEmail } from '../form/form-model.ts';
import type { FormHandle } from '../form/use-settings-form.ts';

interface Props {
  readonly form: Pick<FormHandle, 'original' | 'reload'>;
  readonly address: AddressDraft;
}

/**
 * The banner of an address that its mail server has refused: nothing is sent to the address until it is verified again.
 * Section 4: the link is not sent while the address is edited, because it would go to the address before.
 */
export function StoppedBanner({ form, address }: Props) {
  const { isLocked, send } = useVerification(address);
  if (address.stoppedReason === null) return null;
  const sendAgain = async () => {
    if (await send()) await form.reload();
  };
  const action = (
    <Button size="sm" disabled={isLocked || isUnsavedEmail(form, address)} onClick={() => void sendAgain()}>
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
