import { useState } from 'react';
import type { Region } from '@app/shared/base/marketplaces.ts';
import { authorizationRedirect, type SellerAccount } from '@app/shared/contract/sellers.ts';
import { call } from '../../../lib/http/call.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { RegionButtons } from '../../../ui/fields/RegionButtons.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useLeaving } from '../../../lib/browser/use-leaving.ts';
import { errorAndMessage } from '../form/error-and-message.ts';

interface Props {
  readonly accounts: readonly SellerAccount[];
  readonly onClose: () => void;
}

export function AddSellerModal({ accounts, onClose }: Props) {
  const [nickname, setNickname] = useState('');
  const [chosen, setChosen] = useState<Region | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { isLeaving, leave } = useLeaving((error) => setFailure(errorAndMessage(error)));
  const authorize = (region: Region) => {
    setChosen(region);
    setFailure(null);
    const accName = nickname.trim();
    const query = { region, path: '/settings', ...(accName !== '' && { accName }) } as const;
    leave(async (signal) => (await call(authorizationRedirect, { query }, { signal })).location);
  };
  return (
    <Modal title="Add Seller Account" onClose={onClose}>
      <div className="modal-form">
        <p className="dim">
          Amazon asks you to allow Watchpost to read your account. You are brought back here, usually within a minute.
        </p>
        {failure && (
          <Banner level="alert" title="Error" onClose={() => setFailure(null)}>
            {failure}
          </Banner>
        )}
        <TextField
          label="Nickname"
          optional
          maxLength={70}
          value={nickname}
          onChange={({ target }) => setNickname(target.value)}
        />
        <RegionButtons accounts={accounts} authorizing={isLeaving ? chosen : null} onAuthorize={authorize} />
      </div>
    </Modal>
  );
}
