import { useState } from 'react';
import type { Region } from '@app/shared/base/marketplaces.ts';
import type { SellerAccount } from '@app/shared/contract/sellers.ts';
import { Banner } from '../../../ui/layout/Banner.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { RegionButtons } from '../../../ui/fields/RegionButtons.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useStillHere } from '../../../ui/hooks/use-still-here.ts';
import { useWhileHere } from '../../../ui/hooks/use-while-here.ts';
import { errorAndMessage } from '../form/error-and-message.ts';
import { authorizeNew } from './authorize.ts';

interface Props {
  readonly accounts: readonly SellerAccount[];
  readonly onClose: () => void;
}

export function AddSellerModal({ accounts, onClose }: Props) {
  const [nickname, setNickname] = useState('');
  const [authorizing, setAuthorizing] = useState<Region | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useStillHere(() => setAuthorizing(null));
  const begin = useWhileHere();
  const authorize = async (region: Region) => {
    setAuthorizing(region);
    setFailure(null);
    try {
      await authorizeNew(region, { nickname: nickname.trim(), signal: begin() });
    } catch (error) {
      setFailure(errorAndMessage(error));
      setAuthorizing(null);
    }
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
        <RegionButtons accounts={accounts} authorizing={authorizing} onAuthorize={(region) => void authorize(region)} />
      </div>
    </Modal>
  );
}
