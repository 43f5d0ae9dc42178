import { useQueryClient } from '@tanstack/react-query';
import { useState, type SyntheticEvent } from 'react';
import { operatorCalls, type Reach } from '@app/shared/contract/operator.ts';
import { watchdogs } from '@app/shared/watchdogs/registry.ts';
import { call } from '../../lib/http/call.ts';
import { Button } from '../../ui/fields/Button.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { readAgain } from './read-again.ts';
import { tellFailure } from './tell-failure.ts';

const changes = [
  { value: 'lock', label: 'Lock: not in the plan' },
  { value: 'unlock', label: 'Unlock' },
  { value: 'preview', label: 'Preview: tell nobody' },
  { value: 'hidden', label: 'Hide' },
  { value: 'on', label: 'Turn on' },
] as const;
type Change = (typeof changes)[number]['value'];

const kinds = watchdogs
  .map(({ type, title }) => ({ value: type, label: title }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

/** The forms for the announcement and the watchdogs of all tenants. */
export const NoticesPanel = () => (
  <Panel title="Announcement and watchdogs" note="For all tenants">
    <div className="operator__forms">
      <NoticesForm tenantId={null} announcement={null} />
    </div>
  </Panel>
);

const labelOf = (options: readonly { readonly value: string; readonly label: string }[], value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

/** A change that waits for its confirmation. */
interface AskedChange {
  readonly title: string;
  readonly about: string;
  readonly send: () => Promise<Reach>;
}

interface Props {
  /** The tenant of the change; null for all tenants. */
  readonly tenantId: string | null;
  readonly announcement: string | null;
}

/** The two forms for one tenant or for all. */
export function NoticesForm({ tenantId, announcement }: Props) {
  const [text, setText] = useState(announcement ?? '');
  const [type, setType] = useState('');
  const [change, setChange] = useState<Change>('preview');
  const [asked, setAsked] = useState<AskedChange | null>(null);
  const { send, failed } = useSending();
  // A change for all tenants asks for confirmation, so that it is not made by mistake.
  const begin = (wanted: AskedChange) => (tenantId === null ? setAsked(wanted) : void send(wanted.send));
  const announce = (announced: string | null) =>
    begin({
      title: announced === null ? 'Take the announcement away' : 'Announce',
      about: announced ?? 'It goes from the pages of all tenants.',
      send: () => call(operatorCalls.announceByOperator, { body: { tenantId, text: announced } }),
    });
  const handleAnnounce = (event: SyntheticEvent) => {
    event.preventDefault();
    if (text.trim() !== '') announce(text.trim());
  };
  const handleKinds = (event: SyntheticEvent) => {
    event.preventDefault();
    if (type === '') return;
    begin({
      title: 'Change a watchdog',
      about: `${labelOf(kinds, type)}: ${labelOf(changes, change)}`,
      send: () => call(operatorCalls.setKindsByOperator, { body: { tenantId, types: [type], change } }),
    });
  };
  return (
    <>
      <form className="operator-form" onSubmit={handleAnnounce}>
        <TextField
          label="Announcement"
          size="md"
          maxLength={500}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <span className="operator-form__acts">
          <Button type="submit" disabled={text.trim() === ''}>
            Announce
          </Button>
          <Button variant="ghost" onClick={() => announce(null)}>
            Take away
          </Button>
        </span>
      </form>
      <form className="operator-form" onSubmit={handleKinds}>
        <Select
          label="Watchdog"
          size="md"
          placeholder="Choose one"
          options={kinds}
          value={type}
          onChange={({ target }) => setType(target.value)}
        />
        <Select
          label="Change"
          size="md"
          options={changes}
          value={change}
          onChange={({ target }) => setChange(changes.find(({ value }) => value === target.value)?.value ?? 'preview')}
        />
        <span className="operator-form__acts">
          <Button type="submit" disabled={type === ''}>
            Change
          </Button>
        </span>
      </form>
      {failed.length > 0 && (
        <div role="alert">
          <p className="operator-list__error">It failed for these tenants. The change may be repeated.</p>
          <ul>
            {failed.map(({ tenantId: id, error }) => (
              <li key={id}>
                {id}: {error}
              </li>
            ))}
          </ul>
        </div>
      )}
      {asked && (
        <Modal title={`${asked.title} for all tenants?`} onClose={() => setAsked(null)}>
          <div className="modal-form">
            <p>{asked.about}</p>
            <div className="modal__actions">
              <Button onClick={() => setAsked(null)}>Cancel</Button>
              <Button
                variant="primary"
                data-autofocus
                onClick={() => {
                  setAsked(null);
                  void send(asked.send);
                }}
              >
                For all tenants
              </Button>
            </div>
          </div>
        </Modal>
      )}
    </>
  );
}

/** Sends a change, says how many tenants it reached and for which it failed, and reads everything again. */
function useSending() {
  const client = useQueryClient();
  const [failed, setFailed] = useState<Reach['failed']>([]);
  const send = async (change: () => Promise<Reach>) => {
    try {
      const { tenants, failed: unreached } = await change();
      setFailed(unreached);
      if (tenants > 0 || unreached.length === 0)
        showToast(tenants === 1 ? 'Done for 1 tenant' : `Done for ${tenants} tenants`);
      await readAgain(client);
    } catch (error) {
      tellFailure(error);
    }
  };
  return { send, failed };
}
