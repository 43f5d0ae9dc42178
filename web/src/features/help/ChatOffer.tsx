import { IconMessageCircle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openHelp } from '../../lib/help.ts';
import { identityQuery, loadIdentity } from '../../lib/session/identity.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { openChat } from './chat.ts';

/** Offers a chat with support, if the operator has a chat service. */
export function ChatOffer() {
  const client = useQueryClient();
  const { data: identity } = useQuery(identityQuery);
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready');
  if (!identity?.intercomAppId) return null;
  const open = async () => {
    setState('busy');
    try {
      // The token in an identity that was loaded with the page may have expired.
      const current = await loadIdentity(client);
      if (current) await openChat(current);
      // Closes the help, because a modal dialog would block clicks on the chat.
      openHelp.set(null);
    } catch {
      setState('failed');
    }
  };
  return (
    <div className="chat-offer">
      <Button
        icon={<IconMessageCircle size={16} aria-hidden="true" />}
        busy={state === 'busy'}
        onClick={() => void open()}
      >
        Chat with support
      </Button>
      <output className="dim">
        {state === 'failed'
          ? 'The chat did not load. Please check your connection, and whether an extension of your browser blocks it. The form below reaches the same people.'
          : ''}
      </output>
    </div>
  );
}
