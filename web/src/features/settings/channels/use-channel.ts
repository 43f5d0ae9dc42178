import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { auditTrail } from '@app/shared/contract/accounts.ts';
import {
  changeChannel,
  newChannelSecret,
  removeChannel,
  testChannel,
  type Channel,
} from '@app/shared/contract/channels.ts';
import { deliveryLog } from '@app/shared/contract/delivery-log.ts';
import { call } from '../../../lib/http/call.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { errorAndMessage } from '../form/error-and-message.ts';
import { dropChannel } from './channel-list.ts';
import { noWork, withoutWork, withWork, type ChannelWork } from './channel-works.ts';

interface Listeners {
  readonly onSecret: (secret: string) => void;
  readonly onChanged: () => void;
}

/** Section 9: the time for which the result is shown, long enough to be read. */
const failureMs = 8_000;

/** The actions on one channel. Each is carried out at once and reports its result. */
export function useChannel({ channelId, name }: Channel, { onSecret, onChanged }: Listeners) {
  const [works, setWorks] = useState(noWork);
  const client = useQueryClient();
  const params = { channelId };
  const run = async (work: ChannelWork, act: () => Promise<void>) => {
    setWorks((before) => withWork(before, work));
    try {
      await act();
    } catch (error) {
      showToast(errorAndMessage(error), { level: 'alert', forMs: failureMs });
    } finally {
      setWorks((before) => withoutWork(before, work));
    }
    onChanged();
    void client.invalidateQueries({ queryKey: [auditTrail.path] });
  };
  const setOn = (isOn: boolean) =>
    run('switch', async () => {
      await call(changeChannel, { params, body: { isOn } });
      showToast(isOn ? `${name} is sent alerts from now on` : `${name} is sent nothing any more`);
    });
  const test = () =>
    run('test', async () => {
      const { outcome, error } = await call(testChannel, { params });
      if (outcome === 'sent') showToast(`Test message sent to ${name}`);
      else showToast(`${name} did not take the test: ${error ?? 'no answer'}`, { level: 'alert', forMs: failureMs });
      void client.invalidateQueries({ queryKey: [deliveryLog.path] });
    });
  const renewSecret = () => run('secret', async () => onSecret((await call(newChannelSecret, { params })).secret));
  const remove = () =>
    run('remove', async () => {
      await call(removeChannel, { params });
      dropChannel(client, channelId);
      showToast(`${name} was removed`);
    });
  return { works, setOn, test, renewSecret, remove };
}
