import { useState, type SyntheticEvent } from 'react';
import { createAccessToken, tokenDays } from '@app/shared/contract/access-tokens.ts';
import { tokenScopes, type TokenScope } from '@app/shared/contract/endpoint.ts';
import { call } from '../../../lib/http/call.ts';
import { Button } from '../../../ui/fields/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Modal } from '../../../ui/overlays/Modal.tsx';
import { useSending } from '../two-factor/use-sending.ts';
import { scopeWords } from '../../../lib/session/scope-words.ts';

interface Props {
  readonly isOwner: boolean;
  readonly onCreated: (token: string) => void;
  readonly onClose: () => void;
}

const expiries = [30, tokenDays.default, 180, tokenDays.most].map((days) => ({
  value: String(days),
  label: days === tokenDays.most ? 'In a year' : `In ${days} days`,
}));

/** The form of a new token. Only the owner is offered the scope that reads costs. */
export function TokenModal({ isOwner, onCreated, onClose }: Props) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['catalogue:read']);
  const [days, setDays] = useState<number>(tokenDays.default);
  const { busy, failure, send } = useSending();
  const isComplete = name.trim() !== '' && scopes.length > 0;
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy || !isComplete) return;
    void send(async () => {
      const body = { name, scopes: [...scopes], expiresInDays: days };
      const { token } = await call(createAccessToken, { body });
      onCreated(token);
    });
  };
  const choose = (scope: TokenScope, isChosen: boolean) =>
    setScopes((before) => (isChosen ? [...before, scope] : before.filter((one) => one !== scope)));
  return (
    <Modal title="Create a token" onClose={onClose} isBusy={busy}>
      <form className="modal-form" onSubmit={handleSubmit} noValidate>
        <p className="dim">A program that has the token sees what you see, and no more than you choose here.</p>
        <TextField
          label="Name"
          hint="So that you know later which program it is"
          maxLength={100}
          data-autofocus
          value={name}
          error={failure}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className="token-scopes">
          <legend className="field__label">The program may</legend>
          {tokenScopes
            .filter((scope) => isOwner || scope !== 'billing:read')
            .map((scope) => (
              <Checkbox
                key={scope}
                checked={scopes.includes(scope)}
                onChange={(event) => choose(scope, event.target.checked)}
              >
                {scopeWords[scope]}
              </Checkbox>
            ))}
        </fieldset>
        <Select
          label="Expires"
          options={expiries}
          value={String(days)}
          onChange={(event) => setDays(Number(event.target.value))}
        />
        <div className="modal__actions">
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!isComplete}>
            Create token
          </Button>
        </div>
      </form>
    </Modal>
  );
}
