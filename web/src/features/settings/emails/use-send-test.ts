import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deliveryLog, sendTestMail } from '@app/shared/contract/delivery-log.ts';
import { call } from '../../../lib/http/call.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { errorAndMessage } from '../error-and-message.ts';
import type { AddressDraft } from '../form-model.ts';

/** Really sends a mail and says what became of it. */
export function useSendTest({ emailAddressId, email }: AddressDraft, onFailure: (text: string) => void) {
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
