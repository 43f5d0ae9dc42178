import { IconSend, IconTrash } from '@tabler/icons-react';
import { Button } from '../../../ui/fields/Button.tsx';
import { IconButton } from '../../../ui/fields/IconButton.tsx';
import { passFocusOn } from '../../../ui/hooks/pass-focus-on.ts';
import { Pill } from '../../../ui/signs/Pill.tsx';
import { type AddressDraft, addressIn, isUnsavedEmail } from '../form/form-model.ts';
import { mayEdit } from '../may-edit.ts';
import { testProblem } from './email-words.ts';
import type { AddressProps } from './address-props.ts';
import { useVerification } from '../../confirm-address/use-verification.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deliveryLog, sendTestMail } from '@app/shared/contract/delivery-log.ts';
import { call } from '../../../lib/http/call.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { errorAndMessage } from '../form/error-and-message.ts';

/** The address, its state, and the buttons that send mail to it. */
export function EmailHead({ settings, form, address }: AddressProps) {
  const saved = addressIn(form.original, address.emailAddressId);
  const isEdited = isUnsavedEmail(form, address);
  const problem = testProblem(address);
  const mayDelete = settings.isOwner && !address.isPrimary && !address.isUser && !address.isDeleted;
  return (
    <div className="email-head">
      <h3 className="email-head__email">{saved?.email ?? address.email}</h3>
      <Pills address={address} />
      {mayEdit(settings, address) && !address.isDeleted && (
        <span ref={passFocusOn} className="email-head__actions">
          {problem && <span className="meta">{problem}</span>}
          {needsLink(address) && <Verify address={address} isEdited={isEdited} />}
          <SendTest address={address} form={form} isDisabled={isEdited || problem !== null} />
          {mayDelete && (
            <IconButton
              label={`Delete ${address.email}`}
              size="sm"
              onClick={() => form.dispatch({ type: 'addressDeleted', id: address.emailAddressId, isDeleted: true })}
            >
              <IconTrash size={16} aria-hidden="true" />
            </IconButton>
          )}
        </span>
      )}
    </div>
  );
}

/** Whether the head shows the button that sends the link; for a stopped address the banner shows that button. */
const needsLink = ({ isVerified, isNew, stoppedReason }: AddressDraft): boolean =>
  !isVerified && !isNew && stoppedReason === null;

function Pills({ address }: { readonly address: AddressDraft }) {
  return (
    <>
      {address.isNew && <Pill level="info">New</Pill>}
      {!address.isNew && address.stoppedReason !== null && <Pill level="alert">Stopped</Pill>}
      {!address.isNew && address.stoppedReason === null && (
        <Pill level={address.isVerified ? 'ok' : 'warning'}>{address.isVerified ? 'Verified' : 'Not verified'}</Pill>
      )}
      {address.isPrimary && <Pill>Primary</Pill>}
      {address.isUser && !address.isPrimary && <Pill>User</Pill>}
    </>
  );
}

/**
 * The button that sends the link. Section 4: "disabled when the address is verified, new, already sent, or edited, and
 * blocked 30 s after sending".
 */
function Verify({ address, isEdited }: { readonly address: AddressDraft; readonly isEdited: boolean }) {
  const { isLocked, send } = useVerification(address);
  return (
    <Button size="sm" disabled={isLocked || isEdited} onClick={() => void send()}>
      {isLocked ? 'Link sent' : 'Send verification e-mail'}
    </Button>
  );
}

interface SendTestProps extends Pick<AddressProps, 'address' | 'form'> {
  readonly isDisabled: boolean;
}

function SendTest({ address, form, isDisabled }: SendTestProps) {
  const { isSending, send } = useSendTest(address, form.setFailure);
  return (
    <Button
      size="sm"
      icon={<IconSend size={16} aria-hidden="true" />}
      busy={isSending}
      disabled={isDisabled}
      onClick={() => void send()}
    >
      Send test
    </Button>
  );
}

/** Sends a test mail and shows the result. */
function useSendTest({ emailAddressId, email }: AddressDraft, onFailure: (text: string) => void) {
  const [isSending, setSending] = useState(false);
  const client = useQueryClient();
  const send = async () => {
    setSending(true);
    try {
      const { outcome, error } = await call(sendTestMail, { params: { emailAddressId } });
      if (outcome === 'sent') showToast(`Test message sent to ${email}`);
      else onFailure(`The test message could not be sent to ${email}${error === null ? '' : `: ${error}`}`);
    } catch (error) {
      onFailure(errorAndMessage(error));
    } finally {
      setSending(false);
      void client.invalidateQueries({ queryKey: [deliveryLog.path] });
    }
  };
  return { isSending, send };
}
